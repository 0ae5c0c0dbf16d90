import type { AccountContext } from "../../../accounts/context.ts";
import { CloudError } from "../../../aws/errors.ts";
import type { Engine } from "../../../sql/engines/mod.ts";
import type { DatabaseRow } from "../../../aws/resources/databases.ts";
import type { ResourceTarget } from "../../../aws/resources/target.ts";
import { lazyImport } from "../../../lazy_import.ts";
import { ssmAddress } from "../../../ways/ssm/address.ts";
import type { Destination, WayError } from "../../../ways/way.ts";
import type { Dialogs } from "../dialogs/dialogs.ts";

/** A way to a private database through its own account. */
interface FoundWay {
  /** Address of the way: `ssm://…`. */
  readonly via: string;
  readonly name: string;
  /** Why this way reaches the database, shown to the user. */
  readonly why: string;
}

/** Ways to private databases through their own accounts. */
export type WayFinder = ReturnType<typeof createWayFinder>;

/** Makes the search for ways into accounts. */
export function createWayFinder(
  dialogs: Pick<Dialogs, "open">,
  at: (where: AccountContext, signal: AbortSignal) => Promise<ResourceTarget>,
) {
  return {
    /** Returns the ways, the best one first; a hint when there is none. Throws a CloudError. */
    async find(
      where: AccountContext,
      { groups = [], port = 0 }: DatabaseRow,
      signal: AbortSignal,
    ): Promise<readonly FoundWay[] | { readonly hint: string }> {
      const { waysIn } = await lazyImport<typeof import("../../../aws/managed/ways_in.ts")>(
        "../../../aws/managed/ways_in.ts",
        import.meta.url,
      );
      let found;
      try {
        found = await waysIn(await at(where, signal), { groups, port }, signal);
      } catch (error) {
        if (!(error instanceof CloudError) || error.code === "cancelled") throw error;
        return {
          hint:
            `Connect the VPN that leads there. Ways in its account could not be looked for: ${error.message}`,
        };
      }
      const { ways, missing } = found;
      if (ways.length === 0) {
        return { hint: `Connect the VPN that leads there, or fix a way: ${missing.slice(0, 3).join(" ")}` };
      }
      const { account, role, region } = where;
      return ways.map(({ through, name, why }) => ({
        via: ssmAddress({ account, role, region, through }),
        name,
        why,
      }));
    },
    /** Lets the user choose a way; null when they cancelled. */
    async choose(id: string, ways: readonly FoundWay[]): Promise<string | null> {
      const title = `A way into ${id}`;
      const answer = await dialogs.open<"form">({
        kind: "form",
        title,
        fields: [{
          key: "via",
          kind: "radio",
          label: `${id} through its own account, the best way first:`,
          placeholder: "",
          help: "",
          default: ways[0]!.via,
          required: true,
          options: ways.map(({ via, name, why }) => ({ value: via, label: `${name}: ${why}` })),
        }],
      }, { title });
      const via = answer?.via;
      return via !== undefined && ways.some((one) => one.via === via) ? via : null;
    },
    /**
     * Connects through a way to the database. Returns null when that works; the next connection uses the way
     * that is then open.
     */
    async go(
      via: string,
      to: Destination & { readonly engine: Engine },
      onStep: (step: string) => void,
      signal: AbortSignal,
    ): Promise<WayError | null> {
      const { goWay } = await lazyImport<typeof import("../../../sql/go_way.ts")>(
        "../../../sql/go_way.ts",
        import.meta.url,
      );
      return await goWay(via, to, onStep, signal);
    },
  };
}
