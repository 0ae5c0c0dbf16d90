import { join } from "node:path";
import { appendFile, readdir, rm } from "node:fs/promises";
import { makeFolder } from "../files/atomic.ts";
import type { KedgePaths } from "../paths.ts";
import type { LogLine } from "../state/state.ts";
import type { RunOutcome } from "./face.ts";
import { safeText } from "./log.ts";

/** Log files that stay of each action. */
export const KEPT_LOGS = 50;

/** The log file of one run. */
export interface RunFile {
  add(line: LogLine): void;
  /** Writes how the run ended and takes away the files that are too many. */
  end(outcome: RunOutcome): Promise<void>;
}

/** Begins the log file of a run. A disk that is full or read-only is no reason to stop a run. */
export function openRunFile(paths: KedgePaths, extension: string, action: string, now = new Date()): RunFile {
  const file = join(paths.logs, logName(extension, action, now));
  let text = `${extension}/${action} ${now.toISOString()}\n`;
  let queue = Promise.resolve();
  let waiting = false;

  /** Lines are written in batches: a run may print a hundred thousand of them. */
  function write(): void {
    waiting = false;
    const batch = text;
    text = "";
    queue = queue.then(async () => {
      await makeFolder(paths.logs);
      await appendFile(file, batch, { mode: 0o600 });
    }).catch(() => {});
  }

  return {
    add({ stream, text: line, time }) {
      text += `${(time / 1000).toFixed(3).padStart(8)} ${stream.padEnd(6)} ${line}\n`;
      if (waiting) return;
      waiting = true;
      queue.then(write);
    },
    async end({ status, error, ms }) {
      // The action's own words: whoever looks at the file in a terminal must be safe from them.
      const why = error && error.split("\n").map(safeText).join("\n  ");
      text += `${status} after ${ms} ms${why ? `: ${why}` : ""}\n`;
      write();
      await Promise.all([queue, dropOld(paths, extension, action)]);
    },
  };
}

/** `~` stands in no id, so that no two actions share a name. */
function logName(extension: string, action: string, now: Date): string {
  const time = now.toISOString().replace(/[-:]/g, "");
  return `${prefix(extension, action)}${time}~${crypto.randomUUID().slice(0, 8)}.log`;
}

function prefix(extension: string, action: string): string {
  return `${extension.slice(0, 90)}~${action.slice(0, 90)}~`;
}

async function dropOld(paths: KedgePaths, extension: string, action: string): Promise<void> {
  const names = (await readdir(paths.logs).catch(() => [])).filter((name) =>
    name.startsWith(prefix(extension, action))
  );
  for (const name of names.sort().slice(0, -KEPT_LOGS)) {
    await rm(join(paths.logs, name), { force: true }).catch(() => {});
  }
}
