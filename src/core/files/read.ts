import { FileError, FileInUseError } from "./errors.ts";
import { systemReason } from "./reason.ts";

/** Why a file was not read. */
export type Unread =
  | "missing"
  | "not-a-file"
  | "link"
  | "not-yours"
  | "open"
  | "too-large"
  | "no-permission"
  | "in-use"
  | "unreadable";

/** Reasons with a sentence in `SENTENCES`. */
type Refused = Exclude<Unread, "in-use">;

/** A file's content, or why there is none: a sentence that names the file, and the next step for the user. */
type FileRead =
  | { readonly ok: true; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly ok: false; readonly why: Unread; readonly message: string; readonly hint: string };

/** Options for reading. */
export interface ReadOptions {
  /** False to refuse a symbolic link. */
  readonly follow?: boolean;
  /**
   * True for a file of Kedge's home: it must belong to the user (or root), and the access of others is
   * removed. A file behind a link keeps its mode, and is refused when everybody may write to it.
   */
  readonly ownedByUser?: boolean;
}

/** Bytes read at once; a file that grows meanwhile is read only up to its limit. */
const PIECE = 256 * 1024;

/** Maximum attempts to open a file that others replace meanwhile. */
const TRIES = 5;

/**
 * Reads a regular file of at most `most` bytes. A path that others could change may lead to a pipe that never
 * sends anything, an endless device, or a file that fills the memory; all of these are refused. Uses Deno's
 * own calls because node:fs alone would double the start of a short command.
 */
export async function readRegularFile(path: string, most: number, options?: ReadOptions): Promise<FileRead> {
  const steps = reading(LATER, path, most, options);
  for (let step = steps.next();;) {
    if (step.done) return step.value;
    try {
      step = steps.next(await step.value);
    } catch (error) {
      step = steps.throw(error);
    }
  }
}

/**
 * Does the same synchronously, for a check that must not be interrupted, and for commands that have nothing
 * else to do.
 */
export function readRegularFileNow(path: string, most: number, options?: ReadOptions): FileRead {
  const steps = reading(NOW, path, most, options);
  for (let step = steps.next();; step = steps.next(step.value)) if (step.done) return step.value;
}

/** The system calls for reading; they return values or promises. */
interface Calls {
  stat(path: string): unknown;
  lstat(path: string): unknown;
  open(path: string): unknown;
  status(file: Deno.FsFile): unknown;
  read(file: Deno.FsFile, into: Uint8Array): unknown;
  chmod(path: string, mode: number): unknown;
}

const LATER: Calls = {
  stat: Deno.stat,
  lstat: Deno.lstat,
  open: (path) => Deno.open(path),
  status: (file) => file.stat(),
  read: (file, into) => file.read(into),
  chmod: Deno.chmod,
};

const NOW: Calls = {
  stat: Deno.statSync,
  lstat: Deno.lstatSync,
  open: (path) => Deno.openSync(path),
  status: (file) => file.statSync(),
  read: (file, into) => file.readSync(into),
  chmod: Deno.chmodSync,
};

/** Yields each call and receives its value, or the error that it threw. */
function* reading(
  calls: Calls,
  path: string,
  most: number,
  { follow = true, ownedByUser = false }: ReadOptions = {},
): Generator<unknown, FileRead, unknown> {
  let file: Deno.FsFile | undefined;
  try {
    let status: Deno.FileInfo;
    for (let tries = 1;; tries++) {
      // The check precedes opening, because opening a device can have effects, and opening a pipe waits for its
      // writer.
      const there = (yield follow ? calls.stat(path) : calls.lstat(path)) as Deno.FileInfo;
      if (there.isSymlink) return unread(path, "link");
      if (!there.isFile) return noFile(path, there);
      file = (yield calls.open(path)) as Deno.FsFile;
      status = (yield calls.status(file)) as Deno.FileInfo;
      if (isSame(there, status)) break;
      const replaced = `${path} was replaced while it was opened`;
      if (!status.isFile) return unread(path, "not-a-file", replaced);
      // A writer that saves by a rename puts another regular file there, so check that one. A file that is
      // replaced every time is not missing.
      if (tries === TRIES) return unread(path, "unreadable", replaced);
      file.close();
      file = undefined;
    }
    const fault = ownedByUser ? yield* close(calls, path, status) : null;
    if (fault) return unread(path, fault);
    if (status.size > most) return tooLarge(path, most);
    const content = new Content(status.size);
    for (;;) {
      const count = (yield calls.read(file, content.room())) as number | null;
      if (count === null) return { ok: true, bytes: content.bytes() };
      if (content.took(count) > most) return tooLarge(path, most);
    }
  } catch (error) {
    return failed(path, error);
  } finally {
    file?.close();
  }
}

/** Returns whether the opened file is the one that was checked. */
function isSame(before: Deno.FileInfo, opened: Deno.FileInfo): boolean {
  return before.ino === opened.ino && before.dev === opened.dev;
}

/** Removes the access of others to a file of the home; returns why the file cannot be trusted, or null. */
function* close(
  calls: Calls,
  path: string,
  { uid, mode }: Deno.FileInfo,
): Generator<unknown, Refused | null, unknown> {
  const user = Deno.uid();
  if (user === null || mode === null) return null;
  if (uid !== user && uid !== 0) return "not-yours";
  if ((mode & 0o077) === 0) return null;
  if (((yield calls.lstat(path)) as Deno.FileInfo).isSymlink) return (mode & 0o002) !== 0 ? "open" : null;
  try {
    yield calls.chmod(path, mode & 0o700);
  } catch {
    // A file whose mode cannot be changed keeps it.
  }
  return null;
}

/**
 * Reads a regular file of at most `most` bytes as UTF-8 text; null when there is none. Throws a FileError
 * when the file may exist but cannot be read at the moment.
 */
export async function readRegularText(
  path: string,
  most: number,
  options?: ReadOptions,
): Promise<string | null> {
  const read = await readRegularFile(path, most, options);
  if (read.ok) return new TextDecoder().decode(read.bytes);
  if (mayPass(read.why)) throw new FileError(read.message, read.hint);
  return null;
}

/** The bytes read so far, and space for the next ones. */
class Content {
  #buffer: Uint8Array<ArrayBuffer>;
  #size = 0;

  constructor(expected: number) {
    // One additional byte shows the end of the file without a larger buffer.
    this.#buffer = new Uint8Array(expected + 1);
  }

  room(): Uint8Array<ArrayBuffer> {
    if (this.#size === this.#buffer.length) {
      const larger = new Uint8Array(this.#buffer.length + Math.max(PIECE, this.#buffer.length));
      larger.set(this.#buffer);
      this.#buffer = larger;
    }
    return this.#buffer.subarray(this.#size);
  }

  took(count: number): number {
    return this.#size += count;
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.#buffer.subarray(0, this.#size);
  }
}

function noFile(path: string, found: Deno.FileInfo): FileRead {
  return unread(path, "not-a-file", found.isDirectory ? `${path} is a folder` : undefined);
}

function tooLarge(path: string, most: number): FileRead {
  const shown = most >= 1024 * 1024
    ? `${Math.floor(most / 1024 / 1024)} MB`
    : `${Math.floor(most / 1024)} KB`;
  return unread(path, "too-large", `${path} is larger than ${shown}`);
}

function inUse(path: string): FileRead {
  const { message, hint } = new FileInUseError(path);
  return { ok: false, why: "in-use", message, hint };
}

function failed(path: string, error: unknown): FileRead {
  const { code } = error as { code?: string };
  if (code === "ENOENT" || code === "ENOTDIR") return unread(path, "missing");
  if (code === "ELOOP") return unread(path, "link");
  // A socket cannot be opened.
  if (code === "ENXIO") return unread(path, "not-a-file");
  if (code === "EACCES" || code === "EPERM" || error instanceof Deno.errors.NotCapable) {
    return unread(path, "no-permission");
  }
  if (code === "EBUSY") return inUse(path);
  return unread(path, "unreadable", `${path} cannot be read: ${systemReason(error)}`);
}

/** Returns whether the file may be intact and readable later; then it must not count as empty, nor be rewritten. */
export function mayPass(why: Unread): boolean {
  return why === "in-use" || why === "unreadable";
}

const SENTENCES: Readonly<Record<Refused, readonly [says: string, hint: string]>> = {
  "missing": ["is not there", "Check the path."],
  "not-a-file": [
    "is no regular file",
    "A folder, a pipe or a device is not read. Move it away, or name a file.",
  ],
  "link": ["is a symbolic link", "Put the file itself there."],
  "not-yours": [
    "belongs to another user of this machine",
    "Move it away: what it says would be done as you.",
  ],
  "open": ["may be written to by everybody", "Close it: chmod o-w"],
  "too-large": ["is too large", "Move it away, or make it smaller."],
  "no-permission": ["may not be read", "Give yourself the right to read it."],
  "unreadable": ["cannot be read", "Move it away."],
};

function unread(path: string, why: Refused, message?: string): FileRead {
  const [says, hint] = SENTENCES[why];
  return { ok: false, why, message: message ?? `${path} ${says}`, hint };
}
