import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { makeFolder, renamePatiently } from "../../files/atomic.ts";
import { readRegularFile } from "../../files/read.ts";
import { type AuditEvent, bodyOf, lineOf, type LogEntry, NOTHING_BEFORE } from "./entry.ts";
import { logFile, logFiles, MAX_SIZE, OLDER } from "./files.ts";
import { entryIn } from "./read.ts";

export type { AuditEvent, LogEntry };
export { readAgentLog } from "./read.ts";

/**
 * Flags that open the file for appending, or create it. They do not wait for a pipe and do not follow a link
 * in its place.
 */
const FLAGS = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0) |
  (constants.O_NOFOLLOW ?? 0);

/**
 * Opens the log of agents in a folder: `agents.log`, private, rotated at 4 MB. Entries are only added, and
 * each contains the hash of the previous one, from file to file.
 */
export function openAgentLog(folder: string) {
  let queue: Promise<unknown> = Promise.resolve();
  let last: Pick<LogEntry, "n" | "hash"> | null = null;
  /** Whether the last line of the file is incomplete. */
  let torn = false;

  async function add(event: AuditEvent): Promise<boolean> {
    await makeFolder(folder);
    if (last === null) {
      const end = await endOf(folder);
      [last, torn] = [end.last, end.torn];
    }
    const file = logFile(folder);
    const size = await Deno.lstat(file).then((info) => info.size, () => 0);
    if (size > MAX_SIZE) {
      await rotate(file);
      torn = false;
    }
    const { n, hash: before } = last;
    const { line, hash } = await lineOf(bodyOf(event, n + 1, before));
    const handle = await open(file, FLAGS, 0o600);
    try {
      const written = torn ? `\n${line}` : line;
      // If the line is not written completely, the next one starts on a new line.
      torn = true;
      await handle.writeFile(written);
      torn = false;
    } finally {
      await handle.close();
    }
    last = { n: n + 1, hash };
    return true;
  }

  return {
    /**
     * Adds an entry. Returns false when it could not be written, for example on a full disk; an action that
     * must be logged may not happen then.
     */
    append(event: AuditEvent) {
      const added = queue.then(() => add(event)).catch(() => false);
      queue = added;
      return added;
    },
  };
}

/** Returns the last entry of the log, and whether an incomplete line follows it. */
async function endOf(folder: string) {
  let torn = false;
  for (const file of logFiles(folder).reverse()) {
    const read = await readRegularFile(file, MAX_SIZE * 2, { ownedByUser: true });
    if (!read.ok) {
      if (read.why === "missing") continue;
      throw new Error(read.message);
    }
    const text = new TextDecoder().decode(read.bytes);
    const lines = text.split("\n");
    const entry = lines.findLast((line) => entryIn(line) !== null);
    torn ||= file === logFile(folder) && text !== "" && !text.endsWith("\n");
    if (entry !== undefined) return { last: entryIn(entry)!, torn };
  }
  return { last: { n: 0, hash: NOTHING_BEFORE }, torn };
}

/**
 * Renames the files to make room for a new one. Throws when a file cannot be renamed, because the next one
 * would overwrite it.
 */
async function rotate(file: string): Promise<void> {
  for (let at = OLDER - 1; at >= 1; at--) {
    await renamePatiently(`${file}.${at}`, `${file}.${at + 1}`).catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    });
  }
  await renamePatiently(file, `${file}.1`);
}
