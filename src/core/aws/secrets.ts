import type { AccountContext } from "../accounts/context.ts";
import type { Secret } from "../secret.ts";
import type { Cloud } from "./cloud.ts";
import { readManaged } from "./resources/secrets.ts";

/**
 * The raw value of a secret of Secrets Manager in that account and region; a binary one as base64. Throws a
 * CloudError that names the secret and never its value.
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
