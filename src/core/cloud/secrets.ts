import { Secret } from "../secret.ts";
import type { RunAccount } from "../state/state.ts";
import { bounded, credentialsFor, unwrap } from "./credentials.ts";
import { CloudError, cloudError } from "./errors.ts";

/**
 * The raw value of a secret of Secrets Manager in that account and region; a binary one as base64. Throws a
 * CloudError that names the secret and never its value.
 */
export async function secretValue(
  account: Pick<RunAccount, "id" | "role" | "region">,
  id: string,
  signal: AbortSignal,
): Promise<Secret> {
  const credentials = await credentialsFor(account, signal);
  const { GetSecretValueCommand, SecretsManagerClient } = await import("@aws-sdk/client-secrets-manager");
  const client = new SecretsManagerClient({
    region: account.region,
    credentials: unwrap(credentials),
    maxAttempts: 2,
  });
  try {
    const answer = await client.send(new GetSecretValueCommand({ SecretId: id }), {
      abortSignal: bounded(signal),
    });
    if (answer.SecretString !== undefined) return new Secret(answer.SecretString);
    if (answer.SecretBinary) return new Secret(answer.SecretBinary.toBase64());
    throw new CloudError(`reading the secret from account ${account.id}: it has no value`);
  } catch (error) {
    if (error instanceof CloudError) throw error;
    throw cloudError(`reading the secret from account ${account.id} in ${account.region}`, error, signal);
  } finally {
    client.destroy();
  }
}
