import { present } from "../present.ts";
import { type AwsCredentials, type Identity, wrap } from "./credentials/credentials.ts";
import { callQuery, type XmlAnswer } from "./service/xml.ts";
import type { ServiceRegion } from "./wire/endpoint.ts";
import { malformed } from "./wire/shape.ts";

/** Returns the identity of credentials. Throws a CloudError. */
export async function identity(
  credentials: AwsCredentials,
  serviceRegion: ServiceRegion,
  signal: AbortSignal,
): Promise<Identity> {
  const doing = "asking AWS whose credentials these are";
  const answer = await call(doing, { Action: "GetCallerIdentity" }, serviceRegion, credentials, signal);
  return { account: answer.maybeText("Account") ?? "", arn: answer.maybeText("Arn") ?? "" };
}

/** A role to assume. A session without a name gets that of Kedge. */
interface AssumedRole {
  readonly arn: string;
  readonly session?: string | undefined;
}

/** Returns the credentials of a role by assuming it. Throws a CloudError. */
export async function assumeRole(
  credentials: AwsCredentials,
  role: AssumedRole & { readonly externalId?: string | undefined; readonly seconds?: number | undefined },
  serviceRegion: ServiceRegion,
  signal: AbortSignal,
): Promise<AwsCredentials> {
  const doing = `assuming ${role.arn}`;
  const fields = {
    Action: "AssumeRole",
    RoleArn: role.arn,
    RoleSessionName: role.session || "kedge",
    ...present({ ExternalId: role.externalId || undefined, DurationSeconds: role.seconds?.toString() }),
  };
  return given(doing, await call(doing, fields, serviceRegion, credentials, signal));
}

/** Returns the credentials of a role for a web identity token. Throws a CloudError. */
export async function assumeRoleWithToken(
  token: string,
  role: AssumedRole,
  serviceRegion: ServiceRegion,
  signal: AbortSignal,
): Promise<AwsCredentials> {
  const doing = `assuming ${role.arn} with a token`;
  const fields = {
    Action: "AssumeRoleWithWebIdentity",
    RoleArn: role.arn,
    RoleSessionName: role.session || "kedge",
    WebIdentityToken: token,
  };
  return given(doing, await call(doing, fields, serviceRegion, null, signal));
}

/** Calls STS, signed if there are credentials, and returns the result. */
async function call(
  doing: string,
  { Action, ...input }: Readonly<Record<string, string>>,
  serviceRegion: ServiceRegion,
  credentials: AwsCredentials | null,
  signal: AbortSignal,
): Promise<XmlAnswer> {
  const how = { doing, service: "STS", action: Action!, version: "2011-06-15" } as const;
  return await callQuery({ ...how, ...serviceRegion, credentials, signal, input });
}

function given(doing: string, result: XmlAnswer): AwsCredentials {
  const answer = result.child("Credentials");
  const accessKeyId = answer?.maybeText("AccessKeyId"),
    secretAccessKey = answer?.maybeText("SecretAccessKey");
  if (!accessKeyId || !secretAccessKey) throw malformed(doing, "it has no credentials");
  const expiration = new Date(answer?.maybeText("Expiration") ?? NaN);
  if (Number.isNaN(expiration.getTime())) throw malformed(doing, "it has no end");
  return wrap({ accessKeyId, secretAccessKey, sessionToken: answer?.maybeText("SessionToken"), expiration });
}
