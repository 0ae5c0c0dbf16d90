import { Buffer } from "node:buffer";
import { Duplex } from "node:stream";
import { WayError } from "../way.ts";

/** What a frame does with its stream. */
const SYN = 0, FIN = 1, PSH = 2, NOP = 3;
const VERSION = 1, HEADER = 8;
/** Bytes that one frame carries at most, as the agent takes them. */
const LARGEST_FRAME = 32 * 1024;
/** Bytes of one stream that may wait for who reads it, until the whole session is held up. */
const HELD = 16 << 20;
/** A stream that was ended before a byte had come may still be told apart as not reached for so long, in ms. */
const LATE = 500;

/** What carries the frames. */
interface Carrier {
  /** Calls back once more may be sent. */
  send(bytes: Buffer, sent: () => void): void;
  /** Nothing is read until it is let go on. */
  pause(): void;
  resume(): void;
}

/** Many streams over one session, by the frames of the library smux in its first version, as agents speak it. */
interface Mux {
  /** A new stream to where the session leads; nothing tells when it is there, or that it is. */
  open(): Duplex;
  take(bytes: Buffer): void;
  /** The agent says that a connection was not made. */
  unreached(): void;
  /** Keeps an agent that expects it from taking the session for dead. */
  nop(): void;
  /** Ends all streams with why. */
  end(error: WayError): void;
  /** A stream whose reader is slow holds up the others. */
  readonly held: boolean;
}

/** Makes it, the side that opens streams. */
export function createMux(carrier: Carrier): Mux {
  const streams = new Map<number, MuxStream>();
  const holding = new Set<MuxStream>();
  let next = 1;
  let rest: Buffer = Buffer.alloc(0);

  const frame = (command: number, id: number, bytes: Uint8Array = new Uint8Array(0)) => {
    const all = Buffer.alloc(HEADER + bytes.length);
    all.writeUInt8(VERSION, 0);
    all.writeUInt8(command, 1);
    all.writeUInt16LE(bytes.length, 2);
    all.writeUInt32LE(id, 4);
    all.set(bytes, HEADER);
    return all;
  };

  function take(bytes: Buffer): void {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    let at = 0;
    while (rest.length - at >= HEADER) {
      const length = rest.readUInt16LE(at + 2);
      if (rest.readUInt8(at) !== VERSION) {
        throw new WayError("WAY_FOREIGN", "its frames are not of version 1");
      }
      if (rest.length - at - HEADER < length) break;
      const stream = streams.get(rest.readUInt32LE(at + 4));
      const command = rest.readUInt8(at + 1);
      if (command === PSH) stream?.come(rest.subarray(at + HEADER, at + HEADER + length));
      else if (command === FIN) stream?.over();
      at += HEADER + length;
    }
    rest = rest.subarray(at);
  }

  const of = (id: number): StreamParts => ({
    write: (bytes, sent) => carrier.send(frame(PSH, id, bytes), sent),
    fin: () => void (streams.delete(id) && carrier.send(frame(FIN, id), () => {})),
    hold(stream) {
      if (holding.size === 0) carrier.pause();
      holding.add(stream);
    },
    letGo(stream) {
      if (holding.delete(stream) && holding.size === 0) carrier.resume();
    },
  });

  return {
    open() {
      next += 2;
      const stream = new MuxStream(of(next));
      streams.set(next, stream);
      carrier.send(frame(SYN, next), () => {});
      return stream;
    },
    take,
    unreached() {
      // It is not said which one: the oldest that has heard nothing yet.
      for (const stream of streams.values()) if (stream.unreached()) return;
    },
    nop: () => carrier.send(frame(NOP, 0), () => {}),
    end(error) {
      for (const stream of [...streams.values()]) stream.destroy(error);
      streams.clear();
    },
    get held() {
      return holding.size > 0;
    },
  };
}

interface StreamParts {
  write(bytes: Buffer, sent: () => void): void;
  fin(): void;
  hold(stream: MuxStream): void;
  letGo(stream: MuxStream): void;
}

class MuxStream extends Duplex {
  readonly #parts: StreamParts;
  #heard = false;
  #over = false;

  constructor(parts: StreamParts) {
    super({ readableHighWaterMark: 256 * 1024, writableHighWaterMark: 256 * 1024 });
    this.#parts = parts;
  }

  come(bytes: Buffer): void {
    if (this.destroyed || bytes.length === 0) return;
    this.#heard = true;
    // What follows is written over the same memory by nobody: it may be kept as it is.
    this.push(bytes);
    if (this.readableLength > HELD) this.#parts.hold(this);
  }

  /** The other side sends no more. */
  over(): void {
    if (this.#over || this.destroyed) return;
    this.#over = true;
    if (this.#heard) return void this.push(null);
    const late = setTimeout(() => this.push(null), LATE);
    this.once("close", () => clearTimeout(late));
  }

  /** Its connection was not made; false: it is another one's that was not. */
  unreached(): boolean {
    if (this.#heard || this.destroyed) return false;
    this.destroy(new WayError("WAY_TARGET", "it did not connect"));
    return true;
  }

  override _read(): void {
    this.#parts.letGo(this);
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    const send = (at: number): void => {
      const end = Math.min(at + LARGEST_FRAME, chunk.length);
      this.#parts.write(chunk.subarray(at, end), () => end < chunk.length ? send(end) : done());
    };
    send(0);
  }

  override _final(done: () => void): void {
    // One FIN ends both directions there: it is sent when nothing more is wanted.
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#parts.letGo(this);
    this.#parts.fin();
    done(error);
  }
}
