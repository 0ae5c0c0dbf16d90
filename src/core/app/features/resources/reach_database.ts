import type { AccountContext } from "../../../accounts/context.ts";
import type { DatabaseRow } from "../../../aws/resources/databases.ts";
import type { Server } from "../../../config/config.ts";
import { inOneLine } from "../../../text/sentences.ts";
import type { CommandResult } from "../../../result.ts";
import { FOR_ALL_WAYS } from "../../../ways/way.ts";
import { unreached } from "./login_methods.ts";
import type { reachable } from "./reach.ts";
import type { WayFinder } from "./way_finder.ts";

/** Time to wait for an address before ways to it are looked for, ms. */
const REACH_LIMIT = 4000;
/** Maximum number of ways that are tried. */
const MAX_WAYS = 3;

/** The database to reach, and its last used way. */
interface Reached {
  readonly row: DatabaseRow;
  readonly server: Pick<Server, "engine" | "host" | "port">;
  readonly where: AccountContext;
  /** The way used last; undefined when there is none. */
  readonly known: string | undefined;
  /** Whether the user wants to choose a way. */
  readonly choose: boolean;
}

/**
 * Finds how a database is reached. Returns the first way that works, the last used one first; `via` is
 * undefined when this network reaches the database. Returns null when the user cancelled, and a refusal with
 * the fault of each way when none works. Throws a CloudError.
 */
export async function reachDatabase(
  { row, server: { engine, host, port }, where, known, choose }: Reached,
  { wayFinder, reach, onStep }: {
    readonly wayFinder: WayFinder;
    readonly reach: typeof reachable;
    readonly onStep: (step: string) => void;
  },
  signal: AbortSignal,
): Promise<{ readonly via: string | undefined } | CommandResult | null> {
  const to = { engine, host, port };
  const faults: string[] = [];
  let silent: Parameters<typeof unreached>[2] | null = "silent";
  /** Tries a way. Returns null when it works, else its fault. */
  const go = async (via: string, name: string) => {
    const fault = await wayFinder.go(via, to, (step) => onStep(`${name}: ${step}`), signal);
    if (fault) faults.push(`${name}: ${inOneLine(fault.message, fault.hint)}`);
    return fault;
  };
  if (!choose && known !== undefined) {
    onStep("The way of last time…");
    const fault = await go(known, "The way of last time");
    if (!fault) return { via: known };
    if (FOR_ALL_WAYS.has(fault.code)) return unreached(row, to, silent, faults.join(" "));
  } else if (!choose) {
    onStep(`Trying ${host}…`);
    silent = await reach(host, port, REACH_LIMIT, signal);
    if (silent === null) return { via: undefined };
    if (row.public || silent === "refused" || !row.groups) return unreached(row, to, silent);
  }
  onStep("Looking for ways through its account…");
  const found = await wayFinder.find(where, row, signal);
  if ("hint" in found) return unreached(row, to, silent, [...faults, found.hint].join(" "));
  if (choose) {
    const via = await wayFinder.choose(row.id, found);
    return via === null ? null : { via };
  }
  for (const { via, name, why } of found.filter((one) => one.via !== known).slice(0, MAX_WAYS)) {
    onStep(`${name}: ${why}`);
    const fault = await go(via, name);
    if (!fault) return { via };
    if (FOR_ALL_WAYS.has(fault.code)) break;
  }
  return unreached(row, to, silent, `Ways through its account lead nowhere. ${faults.join(" ")}`);
}
