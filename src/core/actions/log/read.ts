import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { LogLine } from "../../state/state.ts";
import { parseLine } from "./format.ts";
import { createLineIndex, type LineIndex } from "./line_index.ts";

const LF = 0x0a;
/** Bytes that are read at once to find where lines begin. */
const CHUNK = 256 * 1024;
/** A log is far smaller; of a file that somebody else laid there, no more is read. */
const LARGEST = 64 * 1024 * 1024;

/** Lines of a file from `from` on, which the index knows; null when the file is gone. */
export async function readLines(
  path: string,
  index: LineIndex,
  from: number,
  count: number,
): Promise<LogLine[] | null> {
  const begin = index.before(from), end = index.after(from + count);
  const file = await openRegular(path);
  if (!file) return null;
  try {
    const bytes = await readBytes(file, begin.offset, end.offset - begin.offset);
    return linesIn(bytes, from - begin.line, count);
  } finally {
    await file.close();
  }
}

/** Up to `count` lines of bytes, which hold whole lines, after the first `skip`. */
export function linesIn(bytes: Uint8Array, skip: number, count: number): LogLine[] {
  const decoder = new TextDecoder();
  const lines: LogLine[] = [];
  let at = 0;
  for (let line = 0; at < bytes.length && lines.length < count; line++) {
    const found = bytes.indexOf(LF, at);
    const end = found < 0 ? bytes.length : found;
    if (line >= skip) lines.push(parseLine(decoder.decode(bytes.subarray(at, end))));
    at = end + 1;
  }
  return lines;
}

/** Finds the lines between two places of a file, reading it once in pieces. A last line without an end counts. */
export async function indexLines(file: FileHandle, from: number, to: number): Promise<LineIndex> {
  const index = createLineIndex(from);
  const last = Math.min(to, from + LARGEST);
  const buffer = new Uint8Array(CHUNK);
  let at = from;
  while (at < last) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(CHUNK, last - at), at);
    if (bytesRead === 0) break;
    const bytes = buffer.subarray(0, bytesRead);
    let lines = 0;
    for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, end + 1)) {
      lines++;
      // As many lines as one mark stands for.
      const upTo = at + end + 1;
      if (upTo - index.end.offset >= CHUNK / 4) {
        index.add(lines, upTo - index.end.offset);
        lines = 0;
      }
    }
    const lineEnd = at + bytes.lastIndexOf(LF) + 1;
    if (lines > 0) index.add(lines, lineEnd - index.end.offset);
    at += bytesRead;
  }
  if (index.end.offset < at) index.add(1, at - index.end.offset);
  return index;
}

/** Opens a file for reading; null when it is not there or no regular file, which a pipe is not: it would wait for ever. */
export async function openRegular(path: string): Promise<FileHandle | null> {
  // Windows knows neither flag.
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
  const file = await open(path, flags).catch(() => null);
  if (!file) return null;
  if ((await file.stat()).isFile()) return file;
  await file.close();
  return null;
}

/** Bytes of a file from an offset on; fewer when it ends before. */
export async function readBytes(file: FileHandle, from: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let at = 0;
  while (at < length) {
    const { bytesRead } = await file.read(bytes, at, length - at, from + at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return bytes.subarray(0, at);
}
