import { constants } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../files/atomic.ts";
import type { RowSource } from "../../resources/rows.ts";
import type { LogLine } from "../../state/state.ts";
import { endText, headText, lineText } from "./format.ts";
import { createLineIndex } from "./line_index.ts";
import type { RunOutcome } from "../run/surface.ts";
import { type LoggedRun, logName } from "./names.ts";
import { linesIn, readLines } from "./read.ts";

/** Bytes collected for one write. */
const BATCH = 64 * 1024;
/** Maximum bytes of one run that wait to be written. Beyond that the action's output is not read. */
const MAX_WAITING = 4 * BATCH;
/** Maximum bytes of one run kept in memory when the file cannot be written; later lines are lost. */
const MAX_UNWRITTEN = 256 * 1024;
/** Pause between notifications of new lines to the readers of a log, ms. */
const PACE = 16;

/** The log of a run; its file may be deleted. */
export interface StoredLog extends RowSource<LogLine> {
  /** Deletes the log file; never called for a run that goes on. Throws when the file cannot be deleted. */
  forget(): Promise<void>;
}

/** The lines of a run, for readers. */
export interface RunLines extends StoredLog {
  /** Number of lines. */
  readonly lines: number;
}

/** The log of a running action: lines go to a file and are read from there. */
interface LogFile extends RunLines {
  /** Creates the file. Before that the log is empty and has no file. */
  begin(): void;
  add(line: LogLine): void;
  /** A promise that resolves when more may be printed; null when more may be printed at once. */
  room(): Promise<void> | null;
  /** Writes how the run ended, after all lines. */
  end(outcome: RunOutcome): Promise<void>;
}

/** Lines that are not yet in the file. */
interface Waiting {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly lines: number;
}

/**
 * Creates the log of a run in `folder`. Memory holds only the lines that wait to be written, and a sparse
 * index. A full or read-only disk does not stop the run; memory then keeps the first lines.
 */
export function createLogFile(
  folder: string,
  run: LoggedRun,
  now: () => number = Date.now,
): LogFile {
  const listeners = new Set<(from: number) => void>();
  const encoder = new TextEncoder();
  let path = "";
  let index = createLineIndex(0);
  const waiting: Waiting[] = [];
  let waitingBytes = 0;
  /**
   * The output since the last write, as bytes because thousands of strings would stay in memory until the
   * next write.
   */
  let batch = new Uint8Array(0);
  let batchBytes = 0;
  let batchLines = 0;
  let lines = 0;
  let reported = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let handle: Promise<FileHandle> | undefined;
  let writing: Promise<void> | undefined;
  let failed = false;
  let lost = false;

  function take(line: LogLine): void {
    lines++;
    const text = lineText(line);
    const most = text.length * 3;
    if (batchBytes + most > batch.length) gather();
    if (most > batch.length) batch = new Uint8Array(Math.max(BATCH, most));
    batchBytes += encoder.encodeInto(text, batch.subarray(batchBytes)).written;
    batchLines++;
    if (!failed) writing ??= write();
    if (listeners.size > 0) timer ??= setTimeout(tell, PACE);
  }

  /** Notifies the readers of new lines, once for many lines because a script may print in a loop. */
  function tell(): void {
    timer = undefined;
    const from = reported;
    reported = lines;
    for (const listener of [...listeners]) listener(from);
  }

  /** Moves the collected lines to those that are written next. */
  function gather(): void {
    if (batchLines === 0) return;
    waiting.push({ bytes: batch.slice(0, batchBytes), lines: batchLines });
    waitingBytes += batchBytes;
    batchBytes = batchLines = 0;
  }

  async function write(): Promise<void> {
    // Lines of the same turn are written together.
    await null;
    try {
      const file = await handle!;
      for (gather(); waiting.length > 0; gather()) {
        const [next] = waiting;
        await writeAll(file, next!.bytes);
        index.add(next!.lines, next!.bytes.length);
        waiting.shift();
        waitingBytes -= next!.bytes.length;
      }
    } catch {
      failed = true;
    } finally {
      writing = undefined;
    }
  }

  return {
    get lines() {
      return lines;
    },
    begin() {
      const startedAt = now();
      path = join(folder, logName(run, startedAt));
      const head = encoder.encode(headText({ ...run, startedAt }));
      index = createLineIndex(head.length);
      handle = create(folder, path, head);
      handle.catch(() => failed = true);
    },
    add(line) {
      if (!failed || waitingBytes + batchBytes < MAX_UNWRITTEN) return take(line);
      if (lost) return;
      lost = true;
      take({
        stream: "log",
        text: "… the log cannot be written, and what follows is not kept",
        time: line.time,
      });
    },
    room: () => writing && !failed && waitingBytes + batchBytes > MAX_WAITING ? writing : null,
    async end(outcome) {
      await writing;
      if (timer !== undefined) {
        clearTimeout(timer);
        tell();
      }
      const file = await handle?.catch(() => null);
      if (!file) return;
      try {
        if (!failed) await writeAll(file, encoder.encode(endText(outcome)));
      } catch {
        failed = true;
      } finally {
        await file.close().catch(() => {});
        gather();
        batch = new Uint8Array(0);
      }
    },
    async read(from, count) {
      gather();
      const written = index.end.line;
      const unwritten = waiting.slice();
      const rows = from < written && count > 0
        ? await readLines(path, index, from, Math.min(count, written - from))
        : [];
      if (rows === null) return GONE;
      let at = written;
      for (const { bytes, lines } of unwritten) {
        const first = Math.max(0, from + rows.length - at);
        if (first < lines && rows.length < count && from + rows.length >= at) {
          for (const row of linesIn(bytes, first, count - rows.length)) rows.push(row);
        }
        at += lines;
      }
      return { ok: true, rows, total: at };
    },
    async forget() {
      if (path !== "") await rm(path, { force: true });
    },
    subscribe(listener) {
      if (listeners.size === 0) reported = lines;
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The result of reading a log whose file was deleted. */
export const GONE = {
  ok: false,
  error: "The log of this run is gone.",
  hint: "Kedge keeps the newest logs of each action.",
} as const;

/** Creates a private file; fails when a file of that name exists. */
async function create(folder: string, path: string, head: Uint8Array): Promise<FileHandle> {
  await makeFolder(folder);
  const file = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    await writeAll(file, head);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    at += (await file.write(bytes, at, bytes.length - at)).bytesWritten;
  }
}
