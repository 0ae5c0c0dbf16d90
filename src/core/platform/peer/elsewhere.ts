import { darwin as marks } from "../process_tree/darwin.ts";
import { descends } from "./caller.ts";
import { darwin } from "./darwin.ts";
import { liveRuns } from "./live_runs.ts";
import type { Peer } from "./rule.ts";
import { windows } from "./windows.ts";

/**
 * Identifies the caller on macOS and Windows: `run` when the system shows that the caller descends from a run
 * of this Kedge, otherwise `unknown`. Asks the system only while another run than the served one is alive.
 */
export async function callerElsewhere(from: number, port: number, self: number | undefined): Promise<Peer> {
  const others = liveRuns().filter(({ pid }) => pid !== self);
  if (others.length === 0) return "unknown";
  const isWindows = Deno.build.os === "windows";
  const tables = isWindows ? windows : darwin;
  try {
    const caller = await tables.holder(from, port);
    if (caller === null) return "unknown";
    // Only macOS reveals the environment of other processes.
    const marked = isWindows
      ? []
      : await Promise.all(others.map(({ name, value }) => marks.find(name, value)));
    const roots = new Set([...others.map(({ pid }) => pid), ...marked.flat()]);
    return descends(caller, roots, await tables.parents()) ? "run" : "unknown";
  } catch {
    return "unknown";
  }
}
