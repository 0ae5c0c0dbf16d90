import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { isOlder } from "../../age.ts";
import type { KedgePaths } from "../../paths.ts";
import { GONE, type StoredLog } from "./file.ts";
import { type LogEnd, type LogHead, MAX_END_LENGTH, parseEnd, parseHead } from "./format.ts";
import type { LineIndex } from "./line_index.ts";
import { type LoggedRun, parseLogName } from "./names.ts";
import { indexLines, openRegular, readBytes, readLines } from "./read.ts";

/** An earlier run, as its log file describes it. `ms` is 0 when Kedge ended before the run. */
export interface PastRun extends LogHead, LogEnd, Pick<LoggedRun, "fromCommandLine"> {
  /** The name of the run's log file. */
  readonly id: string;
}

/** The error of a run whose log has no end. */
const CUT = "Kedge ended before the run did.";

/** Age of the last line after which a log without an end no longer counts as that of a running action, ms. */
const GIVEN_UP = 7 * 24 * 3_600_000;

/** Returns whether the run was cut short by the end of Kedge. */
export function wasCut({ error }: PastRun): boolean {
  return error === CUT;
}

/** Bytes at the start of a log file that contain its head. */
const MAX_HEAD_LENGTH = 1024;

/**
 * Returns the newest runs that began before a time (ms since 1970), newest first. Runs of the command line
 * are included only as far as `most` leaves room, and not while they may go on. Reads the first and the last
 * part of each file, whatever its size; skips files that are not logs of runs.
 */
export async function readHistory(
  paths: Pick<KedgePaths, "logs">,
  most: number,
  before = Infinity,
): Promise<PastRun[]> {
  const names = (await readdir(paths.logs).catch(() => [])).flatMap((name) => {
    const parsed = parseLogName(name);
    return parsed ? [{ name, ...parsed }] : [];
  });
  const last = ({ fromCommandLine }: { readonly fromCommandLine?: true }) => Number(fromCommandLine ?? false);
  names.sort((a, b) => last(a) - last(b) || (a.time < b.time ? 1 : -1));
  const runs: PastRun[] = [];
  for (const { name, fromCommandLine } of names) {
    if (runs.length === most) break;
    const found = await readFrame(join(paths.logs, name)).catch(() => null);
    if (!found || found.head.startedAt >= before) continue;
    // The user could otherwise forget a run that goes on, which deletes the log that it writes.
    if (fromCommandLine && found.mayGoOn) continue;
    runs.push({ id: name, ...found.head, ...found.end, ...(fromCommandLine && { fromCommandLine }) });
  }
  return runs.sort((a, b) => b.startedAt - a.startedAt);
}

/** The log of an earlier run; the file is read on access. */
export function pastLog(paths: Pick<KedgePaths, "logs">, id: string): StoredLog {
  const path = join(paths.logs, id);
  let index: Promise<LineIndex | null> | undefined;
  return {
    async read(from, count) {
      if (!parseLogName(id)) return GONE;
      const lines = await (index ??= readIndex(path));
      if (!lines) {
        index = undefined;
        return GONE;
      }
      const total = lines.end.line;
      const wanted = Math.min(count, total - from);
      const rows = wanted > 0 ? await readLines(path, lines, from, wanted) : [];
      return rows ? { ok: true, rows, total } : GONE;
    },
    async forget() {
      if (parseLogName(id)) await rm(path, { force: true });
    },
    subscribe: () => () => {},
  };
}

/** Returns whether the run of a log file may go on, in this Kedge or another. */
export async function mayGoOn(path: string): Promise<boolean> {
  return (await readFrame(path).catch(() => null))?.mayGoOn ?? false;
}

async function readIndex(path: string): Promise<LineIndex | null> {
  const frame = await readFrame(path);
  if (!frame) return null;
  const file = await openRegular(path);
  if (!file) return null;
  try {
    return await indexLines(file, frame.from, frame.to);
  } finally {
    await file.close();
  }
}

/** The head and the end of a log file, and the byte offsets between which its lines are. */
interface LogFrame {
  readonly head: LogHead;
  readonly end: LogEnd;
  /** Whether the log has no end and its last line is recent. */
  readonly mayGoOn: boolean;
  readonly from: number;
  readonly to: number;
}

async function readFrame(path: string): Promise<LogFrame | null> {
  const file = await openRegular(path);
  if (!file) return null;
  try {
    const { size, mtimeMs } = await file.stat();
    const [first = ""] = decode(await readBytes(file, 0, Math.min(size, MAX_HEAD_LENGTH))).split("\n", 1);
    const head = parseHead(first);
    if (!head) return null;
    const from = first.length + 1;
    const tail = await readBytes(
      file,
      Math.max(from, size - MAX_END_LENGTH),
      Math.min(size - from, MAX_END_LENGTH),
    );
    const found = parseEnd(decode(tail));
    if (!found) {
      return {
        head,
        end: { status: "stopped", ms: 0, error: CUT },
        // File times are finer than Date.now(): without rounding a new file could appear to lie in the future.
        mayGoOn: !isOlder(Math.floor(mtimeMs), GIVEN_UP, Date.now()),
        from,
        to: size,
      };
    }
    const { at, ...end } = found;
    const length = new TextEncoder().encode(decode(tail).slice(at)).length;
    return { head, end, mayGoOn: false, from, to: size - length };
  } finally {
    await file.close();
  }
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
