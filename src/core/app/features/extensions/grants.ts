import type { Server } from "../../../config/config.ts";
import { reachedAt } from "../../../sql/engines/mod.ts";
import type { WriteGrant } from "../../../state/state.ts";
import { type Refusal, refusal } from "../../../result.ts";

/**
 * Returns the permissions to write that a form gives. Refuses servers whose host and port changed since the
 * form showed them. A server that is no longer configured keeps a permission it had `before`.
 */
export function grantsOf(
  wanted: readonly WriteGrant[],
  servers: readonly Server[],
  before: readonly WriteGrant[],
): { readonly grants: readonly WriteGrant[] } | Refusal {
  const grants: WriteGrant[] = [];
  for (const { server: name, at } of wanted) {
    const server = servers.find((one) => one.name === name);
    const now = server && reachedAt(server);
    if (now !== undefined && now !== at) {
      return refusal(
        `“${name}” was ticked at ${at}, and is at ${now} now.`,
        "Untick it, and tick it again if the action may write there.",
      );
    }
    if (server || before.some((one) => one.server === name && one.at === at)) {
      grants.push({ server: name, at });
    }
  }
  return { grants };
}
