import { isUtf8 } from "node:buffer";
import { fileHash } from "./hash.ts";

/** Facts about a file that replace reading it. */
export interface FileFacts {
  readonly size: number;
  /** SHA-256, lower-case hex. */
  readonly hash: string;
  /** Whether the file is UTF-8 without NUL characters. */
  readonly isText: boolean;
  /** The first bytes, which identify the format. */
  readonly head: Uint8Array;
}

const HEAD = 16;

/** Returns the facts about a file's bytes. */
export function factsOf(bytes: Uint8Array): FileFacts {
  return {
    size: bytes.length,
    hash: fileHash(bytes),
    isText: isUtf8(bytes) && !hasNul(bytes),
    head: bytes.slice(0, HEAD),
  };
}

/** Number of bytes from which on comparing four at a time is faster. */
const SMALL = 4096;

/** Returns whether a byte is NUL. It compares four bytes at a time because `includes` takes more than twice as long. */
function hasNul(bytes: Uint8Array): boolean {
  if (bytes.length < SMALL) return bytes.includes(0);
  // A Uint32Array must start at a multiple of four.
  const from = -bytes.byteOffset & 3;
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + from, (bytes.length - from) >> 2);
  // The bit trick is true when any of the four bytes is NUL: subtracting 1 then borrows from its highest bit.
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (((word - 0x01010101) & ~word & 0x80808080) !== 0) return true;
  }
  return bytes.subarray(0, from).includes(0) || bytes.subarray(from + 4 * words.length).includes(0);
}

/** Number of bytes from which on memory is freed at once, because the collector counts little of it and runs late. */
const LARGE = 256 * 1024;

/**
 * Frees the memory of a file, unless it is part of a larger buffer such as an archive. The bytes must not be
 * read afterwards.
 */
function giveBack({ buffer, length }: Uint8Array): void {
  const alone = buffer.byteLength - length <= 1; // file readers allocate one more byte to notice the end
  if (length >= LARGE && alone && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/** Frees the memory of a file that was read from `files`; its bytes must not be read again. */
export function releaseFile(files: ReadonlyMap<string, Uint8Array>, path: string, bytes: Uint8Array): void {
  if (files instanceof LazyFiles) files.release(path, bytes);
}

/** Yields the files one after the other. The bytes of a file are valid until the next one is requested. */
export function* eachFile(
  files: ReadonlyMap<string, Uint8Array>,
  paths: Iterable<string> = files.keys(),
): Generator<readonly [path: string, bytes: Uint8Array], void> {
  for (const path of paths) {
    const bytes = files.get(path)!;
    try {
      yield [path, bytes];
    } finally {
      releaseFile(files, path, bytes);
    }
  }
}

/** Maximum bytes of files kept in memory after reading. */
const CACHED_BYTES = 4 * 1024 * 1024;

/**
 * Files whose bytes are unpacked or read on demand: a bundle of 5 MB may unpack to 400 MB, of which one file
 * at a time is enough. The first 4 MB that were requested stay in memory. `load` returns the bytes that the
 * file had when it was added, or throws; `get` throws in that case, too.
 */
export class LazyFiles<Bytes extends Uint8Array | undefined = Uint8Array>
  implements ReadonlyMap<string, Bytes> {
  readonly #paths = new Set<string>();
  readonly #cached = new Map<string, Bytes>();
  #left = CACHED_BYTES;

  /** With `passOn` nothing is cached here, because the files that `load` reads from have a cache of their own. */
  constructor(
    readonly load: (path: string) => Bytes,
    readonly passOn?: (path: string, bytes: Uint8Array) => void,
  ) {}

  /** Adds a file. Bytes that are already known are cached while there is room, otherwise their memory is freed. */
  add(path: string, bytes?: Bytes): void {
    this.#paths.add(path);
    if (!bytes) return;
    this.#keep(path, bytes);
    this.release(path, bytes);
  }

  /** Frees bytes returned by `get` that are not needed any more, unless they are cached. */
  release(path: string, bytes: Uint8Array): void {
    if (this.passOn) this.passOn(path, bytes);
    else if (this.#cached.get(path) !== bytes) giveBack(bytes);
  }

  #keep(path: string, bytes: Bytes): void {
    const { length } = bytes ?? "";
    if (length > this.#left || this.passOn) return;
    this.#left -= length;
    this.#cached.set(path, bytes);
  }

  get(path: string): Bytes | undefined {
    if (!this.#paths.has(path)) return undefined;
    if (this.#cached.has(path)) return this.#cached.get(path);
    const bytes = this.load(path);
    this.#keep(path, bytes);
    return bytes;
  }

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  get size(): number {
    return this.#paths.size;
  }

  keys(): MapIterator<string> {
    return this.#paths.values();
  }

  *values(): MapIterator<Bytes> {
    for (const [, bytes] of this) yield bytes;
  }

  *entries(): MapIterator<[string, Bytes]> {
    for (const path of this.#paths) yield [path, this.get(path) as Bytes];
  }

  [Symbol.iterator](): MapIterator<[string, Bytes]> {
    return this.entries();
  }

  forEach(each: (bytes: Bytes, path: string, files: ReadonlyMap<string, Bytes>) => void): void {
    for (const [path, bytes] of this) each(bytes, path, this);
  }
}
