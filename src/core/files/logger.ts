import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { logged } from "../text/outside.ts";
import { makeFolder } from "./atomic.ts";

/** Bytes at which kedge.log is rotated, and how many old ones stay. */
const LARGEST = 1024 * 1024;
const MAX_FILES = 3;

/** Opens the file for appending, or makes it. Never waits, as opening a pipe would. */
const FLAGS = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);

/** Kedge's own log. Lines are for people; no secret is ever passed to it. */
export interface Logger {
  info(message: string): void;
  /** Logs an exception once, at the boundary that caught it. */
  error(where: string, error: unknown): void;
  /** Waits until everything said so far is in the file. */
  flush(): Promise<void>;
}

/** A logger that writes `kedge.log` in the folder, rotated at 1 MB. A full or read-only disk is no error. */
export function createLogger(folder: string, now: () => Date = () => new Date()): Logger {
  const file = join(folder, "kedge.log");
  let queue: Promise<void> = Promise.resolve();

  function write(level: string, text: string): void {
    // Messages from outside can neither forge another entry nor command a terminal that shows the file.
    const safe = text.split(/\r?\n/).map(logged).join("\n    ");
    const line = `${now().toISOString()} ${level} ${safe}\n`;
    queue = queue.then(() => append(line)).catch(() => {});
  }

  async function append(line: string): Promise<void> {
    await makeFolder(folder);
    const size = await Deno.stat(file).then((info) => info.size, () => 0);
    if (size > LARGEST) await rotate();
    // A pipe in its place would wait for a reader for ever.
    const handle = await open(file, FLAGS, 0o600);
    try {
      await handle.writeFile(line);
    } finally {
      await handle.close();
    }
  }

  async function rotate(): Promise<void> {
    for (let i = MAX_FILES - 1; i >= 1; i--) {
      await Deno.rename(`${file}.${i}`, `${file}.${i + 1}`).catch(() => {});
    }
    await Deno.rename(file, `${file}.1`);
  }

  return {
    info: (message) => write("info", message),
    error: (where, error) =>
      write("error", `${where}: ${error instanceof Error ? error.stack ?? error.message : error}`),
    flush: () => queue,
  };
}
