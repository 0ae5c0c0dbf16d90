import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { KedgePaths } from "../../paths.ts";
import { parseLogName } from "./names.ts";

/** Log files that stay of each action. */
const KEPT_LOGS = 50;
/** Bytes that all log files of runs may take together. */
const LOGS_LIMIT = 100 * 1024 * 1024;

/** A log file in the folder. */
interface KeptLog {
  readonly name: string;
  readonly size: number;
}

/** Removes the log files that are too many or too large. A file that cannot be removed is left for the next time. */
export async function trimLogs(paths: Pick<KedgePaths, "logs">): Promise<void> {
  const logs: KeptLog[] = [];
  for (const name of await readdir(paths.logs).catch(() => [])) {
    if (!parseLogName(name)) continue;
    const info = await lstat(join(paths.logs, name)).catch(() => null);
    if (info) logs.push({ name, size: info.size });
  }
  for (const name of tooMany(logs)) await rm(join(paths.logs, name), { force: true }).catch(() => {});
}

/**
 * The names of those that must go: the oldest of each action over the first limit, then, one by one, the oldest of the
 * action whose logs take most. So a loud action costs no quiet one its history.
 */
export function tooMany(logs: readonly KeptLog[], most = KEPT_LOGS, bytes = LOGS_LIMIT): string[] {
  const actions = new Map<string, { size: number; logs: KeptLog[] }>();
  const gone: string[] = [];
  let total = 0;
  const newestFirst = logs
    .map((log) => ({ log, ...parseLogName(log.name)! }))
    .sort((a, b) => a.time < b.time ? 1 : -1);
  for (const { log, action } of newestFirst) {
    const own = actions.get(action) ?? { size: 0, logs: [] };
    actions.set(action, own);
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
