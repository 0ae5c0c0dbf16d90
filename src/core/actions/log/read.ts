import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { LogLine } from "../../state/state.ts";
import { parseLine } from "./format.ts";
import { createLineIndex, type LineIndex } from "./line_index.ts";

const LF = 0x0a;
/** Bytes read at once to find the starts of lines. */
const CHUNK = 256 * 1024;
/** Maximum bytes read of a file. A log is far smaller; a larger file was not written by Kedge. */
const MAX_SIZE = 64 * 1024 * 1024;

/** Reads lines that the index contains, starting at `from`; null when the file is gone. */
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

/** Returns up to `count` lines of bytes that contain whole lines, after skipping the first `skip`. */
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

/**
 * Indexes the lines between two offsets of a file, reading it once in pieces. A last line without a line feed
 * counts.
 */
export async function indexLines(file: FileHandle, from: number, to: number): Promise<LineIndex> {
  const index = createLineIndex(from);
  const last = Math.min(to, from + MAX_SIZE);
  const buffer = new Uint8Array(CHUNK);
  let at = from;
  while (at < last) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(CHUNK, last - at), at);
    if (bytesRead === 0) break;
    const bytes = buffer.subarray(0, bytesRead);
    let lines = 0;
    for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, end + 1)) {
      lines++;
      // The lines up to the next mark are counted.
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

/**
 * Opens a file for reading; null when it does not exist or is not a regular file. Reading from a pipe could
 * wait forever.
 */
export async function openRegular(path: string): Promise<FileHandle | null> {
  // Windows has neither flag.
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
  const file = await open(path, flags).catch(() => null);
  if (!file) return null;
  if ((await file.stat()).isFile()) return file;
  await file.close();
  return null;
}

/** Reads bytes of a file from an offset; returns fewer when the file ends earlier. */
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
