import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { makeFolder, renamePatiently } from "../../files/atomic.ts";
import { readRegularFile } from "../../files/read.ts";
import { bodyOf, type Deed, lineOf, type LogEntry, NOTHING_BEFORE } from "./entry.ts";
import { LARGEST, logFile, logFiles, OLDER } from "./files.ts";
import { entryIn } from "./read.ts";

export type { Deed, LogEntry };
export { readAgentLog } from "./read.ts";

/** Opens the file for appending, or makes it. A pipe in its place is not waited for, and a link not followed. */
const FLAGS = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0) |
  (constants.O_NOFOLLOW ?? 0);

/** What agents did: entries that are only ever added, each of which holds the hash of the one before. */
interface AgentLog {
  /** Adds an entry. False when it could not be written, as on a full disk: what must be logged is then not done. */
  append(deed: Deed): Promise<boolean>;
}

/** The log in a folder: `agents.log`, closed to others, rotated at 4 MB. The chain goes on from file to file. */
export function openAgentLog(folder: string): AgentLog {
  let queue: Promise<unknown> = Promise.resolve();
  let last: Pick<LogEntry, "n" | "hash"> | null = null;
  /** The last line of the file was not written to its end. */
  let torn = false;

  async function add(deed: Deed): Promise<boolean> {
    await makeFolder(folder);
    if (last === null) {
      const end = await endOf(folder);
      [last, torn] = [end.last, end.torn];
    }
    const file = logFile(folder);
    const size = await Deno.lstat(file).then((info) => info.size, () => 0);
    if (size > LARGEST) {
      await rotate(file);
      torn = false;
    }
    const { n, hash: before } = last;
    const { line, hash } = await lineOf(bodyOf(deed, n + 1, before));
    const handle = await open(file, FLAGS, 0o600);
    try {
      const written = torn ? `\n${line}` : line;
      // Where not all of it gets there, the next line begins anew.
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
    append(deed) {
      const added = queue.then(() => add(deed)).catch(() => false);
      queue = added;
      return added;
    },
  };
}

/** The last entry of the log, and whether a broken line stands behind it. */
async function endOf(folder: string) {
  let torn = false;
  for (const file of logFiles(folder).reverse()) {
    const read = await readRegularFile(file, LARGEST * 2, { ownedByUser: true });
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

/** Makes room for a new file. Throws where one cannot be moved: the next would be written over it. */
async function rotate(file: string): Promise<void> {
  for (let at = OLDER - 1; at >= 1; at--) {
    await renamePatiently(`${file}.${at}`, `${file}.${at + 1}`).catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    });
  }
  await renamePatiently(file, `${file}.1`);
}
