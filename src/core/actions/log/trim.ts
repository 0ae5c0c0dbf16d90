import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { KedgePaths } from "../../paths.ts";
import { isOlder } from "../../age.ts";
import { hasEnded } from "./history.ts";
import { parseLogName } from "./names.ts";

/** Log files that stay of each action. */
const MAX_LOGS = 50;
/** Bytes that all log files of runs may take together. */
const LOGS_LIMIT = 100 * 1024 * 1024;

/** A log without an end may be of a run that goes on, in this Kedge or another; after so long without a line it is not, ms. */
const GIVEN_UP = 7 * 24 * 3_600_000;

/** A log file in the folder. */
interface RunLog {
  readonly name: string;
  readonly size: number;
}

/**
 * Removes the log files that are too many or too large, not those of runs that go on. A file that cannot be removed is left
 * for the next time.
 */
export async function trimLogs(paths: Pick<KedgePaths, "logs">): Promise<void> {
  const logs: RunLog[] = [];
  const changed = new Map<string, number>();
  for (const name of await readdir(paths.logs).catch(() => [])) {
    if (!parseLogName(name)) continue;
    const info = await lstat(join(paths.logs, name)).catch(() => null);
    if (!info) continue;
    logs.push({ name, size: info.size });
    // Finer than the clock that it is compared with.
    changed.set(name, Math.floor(info.mtimeMs));
  }
  for (const name of tooMany(logs)) {
    const path = join(paths.logs, name);
    const silent = isOlder(changed.get(name)!, GIVEN_UP, Date.now());
    if (silent || await hasEnded(path)) await rm(path, { force: true }).catch(() => {});
  }
}

/** The logs of one action that one side ran, newest first, and the bytes that they take. */
interface Side {
  readonly logs: RunLog[];
  size: number;
}

/**
 * The names of those that must go. Of an action over the first limit the oldest, of its runs on the command line or of the
 * others, whichever are more: a script that runs it by the hundred costs the tray at most every other log. Then, one by
 * one, the oldest of the side that takes most: a loud action costs no quiet one its history.
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
