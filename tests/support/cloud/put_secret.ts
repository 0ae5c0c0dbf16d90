import { callSecrets } from "../../../src/core/aws/service/operations.ts";
import { ownerAt } from "./put_lines.ts";

/** Creates secrets in Secrets Manager at an endpoint, as their owner would. */
export async function putSecrets(
  endpoint: string,
  region: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [Name, SecretString] of Object.entries(values)) {
    const input = { Name, SecretString }, signal = AbortSignal.timeout(120_000);
    await callSecrets(ownerAt(endpoint, region), "making a secret", "CreateSecret", input, signal);
  }
}
