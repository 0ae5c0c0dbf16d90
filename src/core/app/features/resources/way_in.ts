import type { AccountContext } from "../../../accounts/context.ts";
import { CloudError } from "../../../aws/errors.ts";
import type { DatabaseRow } from "../../../aws/resources/databases.ts";
import type { ResourceTarget } from "../../../aws/resources/target.ts";
import { lazyImport } from "../../../lazy_import.ts";
import { ssmAddress } from "../../../ways/ssm/address.ts";
import type { Dialogs } from "../dialogs/dialogs.ts";

/** The way that was chosen, null where the user left; or why there is none. Throws a CloudError. */
export type AskWayIn = (
  where: AccountContext,
  row: DatabaseRow,
  signal: AbortSignal,
) => Promise<{ readonly via: string | null } | { readonly hint: string }>;

/** Finds the ways to a private database in its account and lets the user choose one, the best one first. */
export function askWayIn(
  dialogs: Pick<Dialogs, "open">,
  at: (where: AccountContext, signal: AbortSignal) => Promise<ResourceTarget>,
): AskWayIn {
  return async (where, { id, port = 0, groups = [] }, signal) => {
    const { waysIn } = await lazyImport<typeof import("../../../aws/managed/ways_in.ts")>(
      "../../../aws/managed/ways_in.ts",
      import.meta.url,
    );
    let found;
    try {
      found = await waysIn(await at(where, signal), { groups, port }, signal);
    } catch (error) {
      if (!(error instanceof CloudError) || error.trouble === "cancelled") throw error;
      return {
        hint:
          `Connect the VPN that leads there. Ways in its account could not be looked for: ${error.message}`,
      };
    }
    const { ways, missing } = found;
    if (ways.length === 0) {
      return { hint: `Connect the VPN that leads there, or mend a way: ${missing.slice(0, 3).join(" ")}` };
    }
    const title = `A way into ${id}`;
    const { account, role, region } = where;
    const address = (one: typeof ways[number]) => ssmAddress({ account, role, region, through: one.through });
    const answer = await dialogs.open<"form">({
      kind: "form",
      title,
      fields: [{
        key: "via",
        kind: "radio",
        label: `${id} is not reached from this network. Through its own account:`,
        placeholder: "",
        help: "",
        default: address(ways[0]!),
        required: true,
        options: ways.map((one) => ({ value: address(one), label: `${one.name}: ${one.why}` })),
      }],
    }, { title });
    const via = answer?.via;
    return { via: via !== undefined && ways.some((one) => address(one) === via) ? via : null };
  };
}
