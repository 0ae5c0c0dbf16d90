import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { KedgePaths } from "../../paths.ts";
import { mayGoOn } from "./history.ts";
import { parseLogName } from "./names.ts";

/** Maximum log files kept per action. */
const MAX_LOGS = 50;
/** Maximum bytes of all log files together. */
const LOGS_LIMIT = 100 * 1024 * 1024;

/** A log file in the log folder. */
interface RunLog {
  readonly name: string;
  readonly size: number;
}

/**
 * Deletes log files over the limits of number and size, except those of running actions. A file that cannot
 * be deleted stays until the next call.
 */
export async function trimLogs(paths: Pick<KedgePaths, "logs">): Promise<void> {
  const logs: RunLog[] = [];
  for (const name of await readdir(paths.logs).catch(() => [])) {
    if (!parseLogName(name)) continue;
    const info = await lstat(join(paths.logs, name)).catch(() => null);
    if (info) logs.push({ name, size: info.size });
  }
  for (const name of tooMany(logs)) {
    const path = join(paths.logs, name);
    if (!await mayGoOn(path)) await rm(path, { force: true }).catch(() => {});
  }
}

/**
 * The logs of one action that were started either from the desktop or from the command line, newest first,
 * and their size in bytes.
 */
interface Side {
  readonly logs: RunLog[];
  size: number;
}

/**
 * Returns the names of the log files to delete. When an action has more than `most` logs, the oldest go: of
 * its runs on the command line or of the others, whichever are more, so that a script that runs it hundreds
 * of times costs the desktop at most every other log. Then, one by one, the oldest log of the side with the
 * most bytes goes, so that one action with large logs does not cost others their history.
 */
export function tooMany(logs: readonly RunLog[], most = MAX_LOGS, bytes = LOGS_LIMIT): string[] {
  const gone: string[] = [];
  const sides: Side[] = [];
  let total = 0;
  const drop = (side: Side) => {
    const { name, size } = side.logs.pop()!;
    gone.push(name);
    side.size -= size;
    total -= size;
  };
  const newestFirst = logs.map((log) => ({ ...log, ...parseLogName(log.name)! }))
    .sort((a, b) => a.time < b.time ? 1 : -1);
  for (const ofAction of Map.groupBy(newestFirst, ({ action }) => action).values()) {
    const [desktop, others] = [false, true].map((cli): Side => {
      const logs = ofAction.filter(({ fromCommandLine = false }) => fromCommandLine === cli);
      return { logs, size: logs.reduce((sum, { size }) => sum + size, 0) };
    }) as [Side, Side];
    total += desktop.size + others.size;
    while (desktop.logs.length + others.logs.length > most) {
      drop(others.logs.length >= desktop.logs.length ? others : desktop);
    }
    sides.push(desktop, others);
  }
  while (total > bytes) {
    const left = sides.filter(({ logs }) => logs.length > 0);
    if (left.length === 0) break;
    drop(left.reduce((loudest, side) => side.size > loudest.size ? side : loudest));
  }
  return gone;
}
