import type { AwsCredentials } from "../credentials/credentials.ts";

/**
 * Returns the environment variables of credentials, unwrapped. Null unsets a variable that would select other
 * credentials.
 */
export function credentialVariables(
  { accessKeyId, secretAccessKey, sessionToken, expiration }: AwsCredentials,
  region: string,
): Record<string, string | null> {
  return {
    AWS_PROFILE: null,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey.open(),
    AWS_SESSION_TOKEN: sessionToken?.open() ?? null,
    AWS_CREDENTIAL_EXPIRATION: expiration?.toISOString() ?? null,
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
  };
}
