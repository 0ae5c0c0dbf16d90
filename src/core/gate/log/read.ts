import { readRegularFile } from "../../files/read.ts";
import { entrySchema, hashOf, type LogEntry, NOTHING_BEFORE } from "./entry.ts";
import { logFiles, MAX_SIZE } from "./files.ts";

/** A place at which the log has been changed. Lines count from 1. */
interface LogFault {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** The parsed log. */
interface ReadLog {
  /** Entries, oldest first, without invalid lines. */
  readonly entries: readonly LogEntry[];
  /** Faults of the chain; empty when each entry follows from the previous one. */
  readonly faults: readonly LogFault[];
}

/** Maximum bytes of a file: it may exceed {@link MAX_SIZE} by one line. */
const MAX_COUNT = MAX_SIZE + 64 * 1024;

/** Maximum faults reported. */
const MAX_FAULTS = 100;

/**
 * Reads the log of a folder and verifies it: each line has its hash, the hash of the previous line, and the
 * next number. The oldest line may follow from a line that was rotated out. Neither a missing end nor a chain
 * that someone rebuilt from its first line can be detected.
 */
export async function readAgentLog(folder: string): Promise<ReadLog> {
  const entries: LogEntry[] = [];
  const faults: LogFault[] = [];
  let before: Pick<LogEntry, "n" | "hash"> | null = null;
  for (const file of logFiles(folder)) {
    const read = await readRegularFile(file, MAX_COUNT, { ownedByUser: true });
    if (!read.ok) {
      if (read.why !== "missing") faults.push({ file, line: 1, message: read.message });
      continue;
    }
    const lines = new TextDecoder().decode(read.bytes).split("\n");
    if (lines.at(-1) === "") lines.pop();
    for (const [at, line] of lines.entries()) {
      const fault = (message: string) => {
        if (faults.length < MAX_FAULTS) faults.push({ file, line: at + 1, message });
      };
      const entry = entryIn(line);
      if (entry === null) {
        fault("this line is no entry");
        continue;
      }
      if (await hashOf(`${line.slice(0, line.lastIndexOf(',"hash":'))}}`) !== entry.hash) {
        fault(`entry ${entry.n} was changed`);
      }
      const wrong = before === null ? firstFault(entry) : followFault(entry, before);
      if (wrong) fault(wrong);
      before = entry;
      entries.push(entry);
    }
  }
  return { entries, faults };
}

function firstFault({ n, before }: LogEntry): string | null {
  return (n === 1) === (before === NOTHING_BEFORE) ? null : `entry ${n} does not begin the log`;
}

function followFault({ n, before }: LogEntry, last: Pick<LogEntry, "n" | "hash">): string | null {
  if (n !== last.n + 1) return `entry ${n} stands behind entry ${last.n}`;
  return before === last.hash ? null : `entry ${n} does not follow from entry ${last.n}`;
}

/** Returns the entry of a line; null when the line is not one. */
export function entryIn(line: string): LogEntry | null {
  try {
    const { success, data } = entrySchema.safeParse(JSON.parse(line));
    return success ? data : null;
  } catch {
    return null;
  }
}
