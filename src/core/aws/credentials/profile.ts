import { readRegularText } from "../../files/read.ts";
import { lazyImport } from "../../lazy_import.ts";
import { environmentRegion, type ReadVariable, type ServiceRegion } from "../wire/endpoint.ts";
import { CloudError, needsSignIn } from "../errors.ts";
import type { AwsFiles } from "../profiles/files.ts";
import type { IniSettings } from "../profiles/ini.ts";
import type { AwsProfiles } from "../profiles/profiles.ts";
import type { PortalApi } from "../portal/portal.ts";
import { type Portal, samePortal } from "../session/token_entries.ts";
import { type AwsCredentials, wrap } from "./credentials.ts";

/** Environment, files and portals that sources of credentials use. */
export interface Surroundings {
  readonly env: ReadVariable;
  readonly files: AwsFiles;
  readonly profiles: () => Promise<AwsProfiles>;
  /**
   * Returns the portal of a session or address in the user's AWS configuration. `key` is the key of its token
   * in the cache.
   */
  readonly portalOf: (portal: Portal, key: string) => PortalApi;
}

/** Maximum number of chained source profiles. */
const MAX_DEPTH = 10;

/**
 * Returns the credentials of a profile, resolved as the AWS CLI does: a role with a web identity token or a
 * source, a sign-in, keys, or a program. Throws a CloudError.
 */
export async function profileCredentials(
  name: string,
  around: Surroundings,
  signal: AbortSignal,
  path: readonly string[] = [],
): Promise<AwsCredentials> {
  const { profiles, sessions } = await around.profiles();
  const settings = profiles.get(name);
  if (!settings) {
    throw new CloudError(
      `There is no AWS profile ${name}.`,
      `Add it to ${around.files.config}.`,
      undefined,
      "missing",
    );
  }
  const region = settings.get("region") || environmentRegion(around.env) || "us-east-1";
  const role = settings.get("role_arn");
  const tokenFile = settings.get("web_identity_token_file");
  if (role && tokenFile) {
    const session = settings.get("role_session_name");
    return await withToken(tokenFile, role, session, { region, env: around.env }, signal);
  }
  const source = settings.get("source_profile"), kind = settings.get("credential_source");
  // A profile that is its own source assumes its role with its own keys.
  const again = path.includes(name);
  if (role && (source || kind) && !again) {
    if (path.length >= MAX_DEPTH) throw new CloudError(`The source profiles of ${path[0]} never end.`);
    if (settings.has("mfa_serial")) throw needsCode(name);
    const sourceKeys = source
      ? await profileCredentials(source, around, signal, [...path, name])
      : await sourceCredentials(kind!, name, around);
    const seconds = Number(settings.get("duration_seconds"));
    return await (await sts()).assumeRole(
      sourceKeys,
      {
        arn: role,
        session: settings.get("role_session_name"),
        externalId: settings.get("external_id"),
        seconds: seconds >= 900 && seconds <= 43_200 ? seconds : undefined,
      },
      { region, env: around.env },
      signal,
    );
  }
  // Keys may be left from an account that the profile was for before.
  const signIn = portalProfile(settings, sessions);
  if (signIn) {
    return await around.portalOf(signIn.portal, signIn.key).credentials(signIn.account, signIn.role, signal);
  }
  const id = settings.get("aws_access_key_id"), secret = settings.get("aws_secret_access_key");
  if (id && secret) {
    return wrap({
      accessKeyId: id,
      secretAccessKey: secret,
      sessionToken: settings.get("aws_session_token"),
    });
  }
  if (again) {
    throw new CloudError(`The source profiles of ${path[0]} lead back to ${name}, which has no keys.`);
  }
  const program = settings.get("credential_process");
  if (program) {
    const { processCredentials } = await lazyImport<typeof import("./process.ts")>(
      "./process.ts",
      import.meta.url,
    );
    return await processCredentials(program, name, around.env, signal);
  }
  return await (await sdk()).sdkProfile(name);
}

/** A profile that gets its credentials from a sign-in portal. `key` is the key of the portal's token in the cache. */
interface PortalProfile {
  readonly portal: Portal;
  readonly key: string;
  readonly account: string;
  readonly role: string;
}

/** Whether the credentials of a profile are those of its `role_arn`, which comes before its other sources. */
function assumesRole(settings: IniSettings): boolean {
  const sources = ["web_identity_token_file", "source_profile", "credential_source"];
  return Boolean(settings.get("role_arn")) && sources.some((name) => settings.get(name));
}

/** Returns the portal, account and role of a profile's sign-in; null when it has none. */
export function portalProfile(
  settings: IniSettings,
  sessions: ReadonlyMap<string, IniSettings>,
): PortalProfile | null {
  const account = settings.get("sso_account_id"), role = settings.get("sso_role_name");
  const name = settings.get("sso_session");
  const from = name === undefined ? settings : sessions.get(name);
  const startUrl = from?.get("sso_start_url"), region = from?.get("sso_region");
  if (!account || !role || !startUrl || !region) return null;
  return { portal: { startUrl, region }, key: name ?? startUrl, account, role };
}

/** Returns the sign-in of a profile, or of the source that it depends on, and whose it is; null for none. */
export function signInOf(
  profile: string | null,
  { profiles, sessions }: AwsProfiles,
): PortalProfile & { readonly profile: string } | null {
  const seen = new Set<string>();
  for (let name = profile; name && !seen.has(name);) {
    seen.add(name);
    const settings = profiles.get(name);
    const signIn = settings && !assumesRole(settings) && portalProfile(settings, sessions);
    if (signIn) return { ...signIn, profile: name };
    name = settings?.get("source_profile") ?? null;
  }
  return null;
}

/**
 * Returns the error of a profile that is used because a portal has refused the role; null when the profile
 * asks that portal too, whose own error says more. It is a denial, because a sign-in at that portal would not
 * help.
 */
export function faultBeside(
  portal: Portal,
  profile: string,
  all: AwsProfiles,
  error: CloudError,
): CloudError | null {
  const signIn = signInOf(profile, all);
  if (signIn?.profile === profile && samePortal(signIn.portal.startUrl, portal.startUrl)) return null;
  const hint = signIn && needsSignIn(error)
    ? `Sign in there: aws sso login --profile ${signIn.profile}`
    : error.hint;
  return new CloudError(`AWS profile ${profile}: ${error.message}`, hint, error, "denied");
}

/**
 * Returns the account and role of a profile's credentials, from the ARN of the role that it assumes, else from
 * its sign-in; null when it has neither.
 */
export function profilePortal(
  settings: IniSettings,
  sessions: ReadonlyMap<string, IniSettings>,
): { readonly account: string; readonly role: string } | null {
  if (!assumesRole(settings)) return portalProfile(settings, sessions);
  const arn = /^arn:[\w-]+:iam::([0-9]{12}):role\/(?:.*\/)?([^/]+)$/.exec(settings.get("role_arn") ?? "");
  return arn && { account: arn[1]!, role: arn[2]! };
}

/** Maximum bytes of a web identity token. */
const MAX_TOKEN_SIZE = 64 * 1024;

/** Returns the credentials of a role for the web identity token in a file. Throws a CloudError. */
export async function withToken(
  file: string,
  role: string,
  session: string | undefined,
  serviceRegion: ServiceRegion,
  signal: AbortSignal,
): Promise<AwsCredentials> {
  const token = (await readRegularText(file, MAX_TOKEN_SIZE))?.trim();
  if (token === undefined) {
    throw new CloudError(`The token in ${file} cannot be read.`, "Check web_identity_token_file.");
  }
  return await (await sts()).assumeRoleWithToken(token, { arn: role, session }, serviceRegion, signal);
}

async function sourceCredentials(
  kind: string,
  profile: string,
  { env }: Surroundings,
): Promise<AwsCredentials> {
  if (kind === "Environment") {
    const id = env("AWS_ACCESS_KEY_ID"), secret = env("AWS_SECRET_ACCESS_KEY");
    if (id && secret) {
      return wrap({ accessKeyId: id, secretAccessKey: secret, sessionToken: env("AWS_SESSION_TOKEN") });
    }
    throw new CloudError(
      `Profile ${profile} takes its credentials from the environment, which has none.`,
      "Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
    );
  }
  return await (await sdk()).metadataCredentials(kind, profile);
}

const sdk = () => lazyImport<typeof import("./sdk.ts")>("./sdk.ts", import.meta.url);
const sts = () => lazyImport<typeof import("../sts.ts")>("../sts.ts", import.meta.url);

function needsCode(profile: string): CloudError {
  return new CloudError(
    `Profile ${profile} needs a code of an MFA device, which Kedge does not ask for.`,
    "Use a credential_process or a sign-in portal for it.",
  );
}
