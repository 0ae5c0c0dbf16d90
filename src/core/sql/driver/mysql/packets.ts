import { Buffer } from "node:buffer";
import { broken, DriverError, ServerError } from "../errors.ts";
import type { Wire } from "../wire.ts";

/** Size in bytes of a full packet, whose message goes on in the next packet. */
const FULL = 0xffffff;
/** Maximum bytes of a message, which is one complete row. */
const MAX_SIZE = 256 * 1024 * 1024;
/** Maximum bytes of a packet during the sign-in. */
const MAX_SIZE_BEFORE = 64 * 1024;
/** Maximum characters kept of a server's text. */
const MAX_LENGTH = 10_000;

/** Reads and writes packets. The body of the last packet read is `buffer` from `at` to `end`. */
export class Packets {
  buffer: Buffer = Buffer.alloc(0);
  at = 0;
  end = 0;
  signedIn = false;
  #number = 0;
  /** Whether bytes had arrived before the last command was sent. */
  #early = false;

  constructor(readonly wire: Wire) {}

  /** Reads the next message, joining its packets when there are several. */
  async next(): Promise<void> {
    const { wire } = this;
    const size = await this.#head();
    await wire.need(size);
    [this.buffer, this.at, this.end] = [wire.buffer, wire.start, wire.start + size];
    wire.start += size;
    if (size < FULL) return;
    const parts = [Buffer.from(this.buffer.subarray(this.at, this.end))];
    for (let more = size, total = size; more === FULL;) {
      more = await this.#head();
      total += more;
      if (total > MAX_SIZE) {
        throw new DriverError(
          "TOO_LARGE",
          `a row of over ${MAX_SIZE / 1024 / 1024} MB is more than Kedge takes`,
        );
      }
      await wire.need(more);
      parts.push(Buffer.from(wire.buffer.subarray(wire.start, wire.start + more)));
      wire.start += more;
    }
    this.buffer = Buffer.concat(parts);
    [this.at, this.end] = [0, this.buffer.length];
  }

  /**
   * Moves to the next packet when it has arrived completely and is an ordinary one. False: use `next` to wait
   * for it.
   */
  step(): boolean {
    const { buffer, start, end } = this.wire;
    if (end - start < 4) return false;
    const size = buffer[start]! | buffer[start + 1]! << 8 | buffer[start + 2]! << 16;
    if (size === FULL || size === 0 || end - start < size + 4) return false;
    if (this.#isFarewell(start)) throw this.#farewell();
    this.#count(buffer[start + 3]!);
    [this.buffer, this.at, this.end] = [buffer, start + 4, start + 4 + size];
    this.wire.start = this.end;
    return true;
  }

  /** Sends a packet as the answer to the last one read. */
  answer(body: Uint8Array): void {
    for (let at = 0;; at += FULL) {
      const part = body.subarray(at, at + FULL);
      const head = Buffer.from([part.length, part.length >> 8, part.length >> 16, this.#number]);
      this.#number = this.#number + 1 & 0xff;
      this.wire.send(Buffer.concat([head, part]));
      if (part.length < FULL) return;
    }
  }

  /** Sends a command, which begins a new conversation. */
  command(code: number, body: Uint8Array = new Uint8Array()): void {
    this.#number = 0;
    this.#early = this.wire.unread;
    this.answer(Buffer.concat([Buffer.from([code]), body]));
  }

  get size(): number {
    return this.end - this.at;
  }

  peek(): number {
    if (this.at >= this.end) throw broken("an empty packet");
    return this.buffer[this.at]!;
  }

  int(bytes: 1 | 2 | 3 | 4): number {
    this.at += bytes;
    if (this.at > this.end) throw broken("a packet ends early");
    return this.buffer.readUIntLE(this.at - bytes, bytes);
  }

  /**
   * Reads a number whose first byte gives its length. Throws a DriverError for a number that JavaScript
   * cannot hold exactly.
   */
  length(): number {
    const first = this.int(1);
    if (first < 0xfb) return first;
    if (first === 0xfc) return this.int(2);
    if (first === 0xfd) return this.int(3);
    if (first !== 0xfe) throw broken("a length that is none");
    const low = this.int(4), high = this.int(4);
    if (high > 0x1fffff) throw broken("a length beyond measure");
    return high * 2 ** 32 + low;
  }

  /** Reads `count` bytes and copies them. */
  bytes(count: number): Buffer {
    if (count > this.size) throw broken("a packet ends early");
    this.at += count;
    return Buffer.from(this.buffer.subarray(this.at - count, this.at));
  }

  /** Reads a text with its length before it, and keeps a bounded part of it. */
  text(): string {
    const count = this.length();
    if (count > this.size) throw broken("a packet ends early");
    this.at += count;
    const from = this.at - count;
    return this.buffer.toString("utf8", from, Math.min(this.at, from + 4 * MAX_LENGTH)).slice(0, MAX_LENGTH);
  }

  /** Reads a text up to a zero byte. */
  zeroText(): string {
    const zero = this.buffer.indexOf(0, this.at);
    if (zero < 0 || zero >= this.end) throw broken("a text without an end");
    const text = this.buffer.toString("utf8", this.at, Math.min(zero, this.at + MAX_LENGTH));
    this.at = zero + 1;
    return text;
  }

  /** Reads the rest of the packet as text. */
  rest(): string {
    const text = this.buffer.toString("utf8", this.at, Math.min(this.end, this.at + 4 * MAX_LENGTH));
    this.at = this.end;
    return text.slice(0, MAX_LENGTH);
  }

  /** Reads an error packet. */
  error(): ServerError {
    this.int(1);
    const code = String(this.int(2));
    // During the sign-in some servers leave out the SQL state.
    if (this.size > 0 && this.peek() === 0x23) this.bytes(6);
    return new ServerError(code, this.rest(), FATAL.has(code) ? { fatal: true } : {});
  }

  async #head(): Promise<number> {
    const { wire } = this;
    await wire.need(4);
    const size = wire.buffer[wire.start]! | wire.buffer[wire.start + 1]! << 8 |
      wire.buffer[wire.start + 2]! << 16;
    if (!this.signedIn && size > MAX_SIZE_BEFORE) throw broken("a packet that is no sign-in");
    const unasked = this.#early || wire.buffer[wire.start + 3] === 0;
    if (this.signedIn && size > 2 && size < MAX_SIZE_BEFORE && unasked) {
      await wire.need(size + 4);
      if (this.#isFarewell(wire.start)) throw this.#farewell();
    }
    this.#count(wire.buffer[wire.start + 3]!);
    wire.start += 4;
    return size;
  }

  /**
   * Whether a packet is an error that the server sent unasked before it closed the connection, for example
   * after a long idle time. It has packet number 0, or any number when it comes from a router.
   */
  #isFarewell(start: number): boolean {
    const { buffer } = this.wire;
    const unasked = this.#early || buffer[start + 3] === 0 && this.#number !== 0;
    return unasked && buffer[start + 4] === 0xff;
  }

  #farewell(): ServerError {
    const { wire } = this;
    const size = wire.buffer[wire.start]! | wire.buffer[wire.start + 1]! << 8;
    [this.buffer, this.at, this.end] = [wire.buffer, wire.start + 4, wire.start + 4 + size];
    const { code, message } = this.error();
    return new ServerError(code, message, { fatal: true, unasked: true });
  }

  /** Checks the packet's number, by which both sides notice a misunderstanding. */
  #count(number: number): void {
    if (number !== this.#number) throw broken("a packet out of order");
    this.#number = number + 1 & 0xff;
  }
}

/** Codes of errors after which the server closes the connection: the session was ended, or the server is stopping. */
const FATAL: ReadonlySet<string> = new Set(["1053", "1079", "1152", "1184", "1927", "4031", "3168", "3169"]);
