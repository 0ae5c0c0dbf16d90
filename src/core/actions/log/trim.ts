import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { KedgePaths } from "../../paths.ts";
import { isOlder } from "../../age.ts";
import { hasEnded } from "./history.ts";
import { parseLogName } from "./names.ts";

/** Log files that stay of each action, and as many of those that the command line ran. */
const KEPT_LOGS = 50;
/** Bytes that all log files of runs may take together. */
const LOGS_LIMIT = 100 * 1024 * 1024;

/** A log without an end may be of a run that goes on, in this Kedge or another; after so long without a line it is not, ms. */
const GIVEN_UP = 7 * 24 * 3_600_000;

/** A log file in the folder. */
interface KeptLog {
  readonly name: string;
  readonly size: number;
}

/**
 * Removes the log files that are too many or too large, not those of runs that go on. A file that cannot be removed is left
 * for the next time.
 */
export async function trimLogs(paths: Pick<KedgePaths, "logs">): Promise<void> {
  const logs: KeptLog[] = [];
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

/**
 * The names of those that must go: the oldest of each action over the first limit, then, one by one, the oldest of the
 * action whose logs take most. So a loud action costs no quiet one its history. An action that the command line runs counts
 * as another one.
 */
export function tooMany(logs: readonly KeptLog[], most = KEPT_LOGS, bytes = LOGS_LIMIT): string[] {
  const actions = new Map<string, { size: number; logs: KeptLog[] }>();
  const gone: string[] = [];
  let total = 0;
  const newestFirst = logs
    .map((log) => ({ log, ...parseLogName(log.name)! }))
    .sort((a, b) => a.time < b.time ? 1 : -1);
  for (const { log, action, fromCommandLine } of newestFirst) {
    const key = fromCommandLine ? `${action}~cli` : action;
    const own = actions.get(key) ?? { size: 0, logs: [] };
    actions.set(key, own);
    if (own.logs.length === most) {
      gone.push(log.name);
      continue;
    }
    own.logs.push(log);
    own.size += log.size;
    total += log.size;
  }
  while (total > bytes) {
    let loudest: { size: number; logs: KeptLog[] } | undefined;
    for (const own of actions.values()) if (!loudest || own.size > loudest.size) loudest = own;
    const oldest = loudest?.logs.pop();
    if (!loudest || !oldest) break;
    gone.push(oldest.name);
    loudest.size -= oldest.size;
    total -= oldest.size;
  }
  return gone;
}
