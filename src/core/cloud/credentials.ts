import { Secret } from "../secret.ts";
import type { RunAccount } from "../state/state.ts";
import { CloudError, cloudError } from "./errors.ts";

/** Credentials of AWS. */
export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: Secret;
  readonly sessionToken?: Secret;
  readonly expiration?: Date;
}

/** Whose credentials some are. */
export interface Identity {
  readonly account: string;
  readonly arn: string;
}

/** What a request to AWS may take, ms. */
export const REQUEST_LIMIT = 20_000;

type Provided = { accessKeyId: string; secretAccessKey: string; sessionToken?: string; expiration?: Date };

/** What the standard chain of the AWS SDK finds: environment, profiles, a container or machine role. */
async function chain(): Promise<AwsCredentials> {
  const { fromNodeProviderChain } = await import("@aws-sdk/credential-providers");
  const profile = Deno.env.get("AWS_PROFILE");
  try {
    return wrap(await fromNodeProviderChain(profile ? { profile } : {})());
  } catch (error) {
    throw new CloudError(
      "There are no AWS credentials.",
      "Sign in, set AWS_PROFILE or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or run: aws configure",
      error,
    );
  }
}

/** The form in which an AWS client takes credentials. */
export function unwrap(credentials: AwsCredentials): Provided {
  return {
    accessKeyId: credentials.accessKeyId,
    secretAccessKey: credentials.secretAccessKey.open(),
    ...(credentials.sessionToken ? { sessionToken: credentials.sessionToken.open() } : {}),
    ...(credentials.expiration ? { expiration: credentials.expiration } : {}),
  };
}

function wrap(provided: Provided): AwsCredentials {
  return {
    accessKeyId: provided.accessKeyId,
    secretAccessKey: new Secret(provided.secretAccessKey),
    ...(provided.sessionToken ? { sessionToken: new Secret(provided.sessionToken) } : {}),
    ...(provided.expiration ? { expiration: provided.expiration } : {}),
  };
}

/** Joins a caller's signal with the time limit of a request. */
export function bounded(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(REQUEST_LIMIT)]);
}

async function sts(credentials: AwsCredentials, region: string) {
  const { STSClient } = await import("@aws-sdk/client-sts");
  return new STSClient({ region, credentials: unwrap(credentials), maxAttempts: 2 });
}

/** Asks AWS whose credentials these are. */
export async function identity(
  credentials: AwsCredentials,
  region: string,
  signal: AbortSignal,
): Promise<Identity> {
  const { GetCallerIdentityCommand } = await import("@aws-sdk/client-sts");
  const client = await sts(credentials, region);
  try {
    const answer = await client.send(new GetCallerIdentityCommand({}), { abortSignal: bounded(signal) });
    return { account: answer.Account ?? "", arn: answer.Arn ?? "" };
  } catch (error) {
    throw cloudError("asking AWS whose credentials these are", error, signal);
  } finally {
    client.destroy();
  }
}

/** Credentials last until this long before their end, ms. */
const EARLY = 5 * 60_000;

const known = new Map<string, { credentials: AwsCredentials; until: number }>();

/**
 * Credentials of an account context: those of the standard chain when they are of that account and role,
 * else those of the role there, which the chain's must be allowed to assume. Without a role the account
 * alone decides. Throws a CloudError.
 */
export async function credentialsFor(
  account: Pick<RunAccount, "id" | "role" | "region">,
  signal: AbortSignal,
): Promise<AwsCredentials> {
  const own = await chain();
  const key = [own.accessKeyId, account.id, account.role].join("\0");
  const cached = known.get(key);
  if (cached && cached.until > Date.now()) return cached.credentials;
  const who = await identity(own, account.region, signal);
  const credentials = isOf(who, account) ? own : await assume(own, who, account, signal);
  const until = (credentials.expiration?.getTime() ?? Date.now() + 15 * 60_000) - EARLY;
  known.set(key, { credentials, until });
  return credentials;
}

/** Whether an identity is the one that a run needs. A permission set's role carries its name. */
export function isOf(who: Identity, account: Pick<RunAccount, "id" | "role">): boolean {
  if (who.account !== account.id) return false;
  if (account.role === "") return true;
  const role = /:assumed-role\/([^/]+)\//.exec(who.arn)?.[1];
  const permissionSet = /^AWSReservedSSO_(.+)_[0-9a-f]+$/.exec(role ?? "")?.[1];
  return role === account.role || permissionSet === account.role;
}

async function assume(
  own: AwsCredentials,
  who: Identity,
  account: Pick<RunAccount, "id" | "role" | "region">,
  signal: AbortSignal,
): Promise<AwsCredentials> {
  const same = who.account === account.id;
  const both = same
    ? `The AWS credentials are not of the role ${account.role}`
    : `The AWS credentials are of account ${who.account || "?"}, the run needs ${account.id}`;
  if (!account.role) {
    throw new CloudError(`${both}.`, `Use credentials of ${account.id}, or choose a role to assume there.`);
  }
  const { AssumeRoleCommand } = await import("@aws-sdk/client-sts");
  const partition = /^arn:([^:]+):/.exec(who.arn)?.[1] ?? "aws";
  const role = `arn:${partition}:iam::${account.id}:role/${account.role}`;
  const client = await sts(own, account.region);
  try {
    const answer = await client.send(
      new AssumeRoleCommand({ RoleArn: role, RoleSessionName: "kedge" }),
      { abortSignal: bounded(signal) },
    );
    const given = answer.Credentials;
    if (!given?.AccessKeyId || !given.SecretAccessKey) throw new Error("AWS gave no credentials");
    return wrap({
      accessKeyId: given.AccessKeyId,
      secretAccessKey: given.SecretAccessKey,
      sessionToken: given.SessionToken,
      expiration: given.Expiration,
    });
  } catch (error) {
    const reason = cloudError(`assuming ${role}`, error, signal);
    throw new CloudError(
      `${both}, and ${reason.message}`,
      same
        ? "Check that the role can be assumed, or leave the role empty to use the credentials as they are."
        : `Use credentials of ${account.id}, or check that the role can be assumed.`,
      error,
    );
  } finally {
    client.destroy();
  }
}

/**
 * The roles that are known for an account: the one the chain's credentials have there. A user's own
 * credentials are the role "". Empty when the credentials are of another account or there are none.
 */
export async function rolesOf(account: string, region: string, signal: AbortSignal): Promise<string[]> {
  try {
    const who = await identity(await chain(), region, signal);
    if (who.account !== account) return [];
    return [/:assumed-role\/([^/]+)\//.exec(who.arn)?.[1] ?? ""];
  } catch {
    return [];
  }
}
