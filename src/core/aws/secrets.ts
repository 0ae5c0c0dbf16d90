import type { AccountContext } from "../accounts/context.ts";
import type { Secret } from "../secret.ts";
import type { Cloud } from "./cloud.ts";
import { readManaged } from "./resources/secrets.ts";

/**
 * Reads the value of a secret in Secrets Manager, in base64 when it is binary. Throws a CloudError that names
 * the secret and never contains its value.
 */
export async function secretValue(
  cloud: Cloud,
  context: AccountContext,
  id: string,
  signal: AbortSignal,
): Promise<Secret> {
  const credentials = await cloud.credentials(context, signal);
  return (await readManaged({ region: context.region, credentials }, id, signal)).value;
}
