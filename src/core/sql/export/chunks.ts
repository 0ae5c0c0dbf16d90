import { Buffer } from "node:buffer";

/** Bytes that are put together before they are written. */
const FULL = 256 * 1024;

/** Takes bytes away; the next ones are given once it is done. */
export type Write = (bytes: Uint8Array) => Promise<void>;

/** Puts small pieces together, so that few large ones are written. */
export class Chunks {
  buffer: Buffer = Buffer.allocUnsafe(FULL + 16 * 1024);
  at = 0;

  constructor(readonly write: Write) {}

  /** Makes room for so many bytes behind `at`. */
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

  /** Adds a few bytes; for these a loop is quicker than a call of the system. */
  add(bytes: Uint8Array, start = 0, end = bytes.length): void {
    this.room(end - start);
    const out = this.buffer;
    let at = this.at;
    for (let i = start; i < end; i++) out[at++] = bytes[i]!;
    this.at = at;
  }

  /** Whether it is time to write. */
  get full(): boolean {
    return this.at >= FULL;
  }

  /** Writes what there is. */
  async flush(): Promise<void> {
    const { buffer, at } = this;
    if (at === 0) return;
    await this.write(buffer.subarray(0, at));
    this.at = 0;
    // One large cell is no reason to keep as much for ever.
    if (buffer.length > 8 * FULL) this.buffer = Buffer.allocUnsafe(FULL + 16 * 1024);
  }
}
