import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { logged } from "../text/outside.ts";
import { makeFolder } from "./atomic.ts";

/** Bytes after which kedge.log is rotated, and number of old files kept. */
const MAX_SIZE = 1024 * 1024;
const MAX_FILES = 3;

/** Flags that open the file for appending, or create it, without waiting for the reader of a pipe. */
const FLAGS = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);

/** Kedge's own log. Lines are for people; secrets are never passed to it. */
export type Logger = ReturnType<typeof createLogger>;

/**
 * Creates a logger that writes `kedge.log` in the folder, rotated at 1 MB. A full or read-only disk is not an
 * error.
 */
export function createLogger(folder: string, now: () => Date = () => new Date()) {
  const file = join(folder, "kedge.log");
  let queue: Promise<void> = Promise.resolve();

  function write(level: string, text: string): void {
    // Messages from outside can neither forge another entry nor send commands to a terminal that shows the
    // file.
    const safe = text.split(/\r?\n/).map(logged).join("\n    ");
    const line = `${now().toISOString()} ${level} ${safe}\n`;
    queue = queue.then(() => append(line)).catch(() => {});
  }

  async function append(line: string): Promise<void> {
    await makeFolder(folder);
    const size = await Deno.stat(file).then((info) => info.size, () => 0);
    if (size > MAX_SIZE) await rotate();
    // Opening a pipe normally would wait forever for a reader.
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
    info: (message: string) => write("info", message),
    /** Logs an exception; called once, at the boundary that caught it. */
    error: (where: string, error: unknown) =>
      write("error", `${where}: ${error instanceof Error ? error.stack ?? error.message : error}`),
    /** Resolves when all messages so far are in the file. */
    flush: () => queue,
  };
}
