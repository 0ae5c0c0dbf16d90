import { present } from "../../present.ts";
import { CloudError } from "../errors.ts";
import { type AwsCredentials, wrap } from "./credentials.ts";

/** Returns the output of `credential_process` for programs that requested credentials. */
export function processDocument(credentials: AwsCredentials): Record<string, string | number> {
  const { accessKeyId, secretAccessKey, sessionToken, expiration } = credentials;
  return {
    Version: 1,
    AccessKeyId: accessKeyId,
    SecretAccessKey: secretAccessKey.open(),
    ...present({ SessionToken: sessionToken?.open(), Expiration: expiration?.toISOString() }),
  };
}

/** Reads the output of a `credential_process`. Throws a CloudError that contains nothing of the output. */
export function parseProcessDocument(text: string, profile: string): AwsCredentials {
  const wrong = (what: string) =>
    new CloudError(`The credential_process of profile ${profile} printed no credentials: ${what}.`);
  let document: Record<string, unknown>;
  try {
    document = JSON.parse(text) ?? {};
  } catch {
    throw wrong("it is no JSON");
  }
  const { Version, AccessKeyId, SecretAccessKey, SessionToken, Expiration } = document;
  if (Version !== 1) throw wrong("Version is not 1");
  if (typeof AccessKeyId !== "string" || AccessKeyId === "") throw wrong("AccessKeyId is missing");
  if (typeof SecretAccessKey !== "string" || SecretAccessKey === "") {
    throw wrong("SecretAccessKey is missing");
  }
  const expiration = typeof Expiration === "string" ? new Date(Expiration) : undefined;
  if (expiration && Number.isNaN(expiration.getTime())) throw wrong("Expiration is no time");
  return wrap({
    accessKeyId: AccessKeyId,
    secretAccessKey: SecretAccessKey,
    sessionToken: typeof SessionToken === "string" ? SessionToken : undefined,
    expiration,
  });
}
