import { Buffer } from "node:buffer";

/** Number of bytes that are collected before they are written. */
const FULL = 256 * 1024;

/** Writes bytes. The next ones follow once the promise has resolved. */
export type Write = (bytes: Uint8Array) => Promise<void>;

/** Collects small pieces, so that a few large ones are written. */
export class Chunks {
  buffer: Buffer = Buffer.allocUnsafe(FULL + 16 * 1024);
  at = 0;

  constructor(readonly write: Write) {}

  /** Makes room for `count` bytes after `at`. */
  room(count: number): void {
    if (this.at + count <= this.buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(2 * this.buffer.length, this.at + count));
    this.buffer.copy(grown, 0, 0, this.at);
    this.buffer = grown;
  }

  /** Adds a text. */
  text(text: string): void {
    this.room(text.length * 3);
    this.at += this.buffer.write(text, this.at);
  }

  /** Adds a few bytes in a loop, which is quicker for these than a call of the runtime. */
  add(bytes: Uint8Array, start = 0, end = bytes.length): void {
    this.room(end - start);
    const out = this.buffer;
    let at = this.at;
    for (let i = start; i < end; i++) out[at++] = bytes[i]!;
    this.at = at;
  }

  /** Ends a row, as part of a driver's sink: writes when there are enough bytes, and takes more. */
  endRow(): true | Promise<true> {
    return this.at < FULL || this.flush().then(() => true as const);
  }

  /** Writes the collected bytes. */
  async flush(): Promise<void> {
    const { buffer, at } = this;
    if (at === 0) return;
    await this.write(buffer.subarray(0, at));
    this.at = 0;
    // One large cell is no reason to keep that much memory.
    if (buffer.length > 8 * FULL) this.buffer = Buffer.allocUnsafe(FULL + 16 * 1024);
  }
}
