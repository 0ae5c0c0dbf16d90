import { Buffer } from "node:buffer";
import { Duplex } from "node:stream";
import { WayError } from "../way.ts";

/** Commands of a frame. */
const SYN = 0, FIN = 1, PSH = 2, NOP = 3;
const VERSION = 1, HEADER = 8;
/** Maximum bytes in one frame that the agent accepts. */
const MAX_FRAME_SIZE = 32 * 1024;
/** Bytes of one stream that may wait for its reader before the whole session is paused. */
const MAX_BUFFERED = 16 << 20;
/** Time for which a stream that ended before its first byte may still be reported as not reached, ms. */
const LATE = 500;
/** Time without data after which a stream is ended whose writing side has ended, ms. */
const LINGER = 10_000;

/** The transport of the frames. */
interface Carrier {
  /** Sends bytes; calls `sent` when more may be sent. */
  send(bytes: Buffer, sent: () => void): void;
  /** Stops reading until `resume()`. */
  pause(): void;
  resume(): void;
}

/**
 * Multiplexes many streams over one session, with frames of the library smux in version 1, as agents use it.
 * This is the side that opens streams.
 */
export function createMux(carrier: Carrier) {
  const streams = new Map<number, MuxStream>();
  const slow = new Set<MuxStream>();
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
      if (slow.size === 0) carrier.pause();
      slow.add(stream);
    },
    letGo(stream) {
      if (slow.delete(stream) && slow.size === 0) carrier.resume();
    },
    isPaused: () => slow.size > 0,
  });

  return {
    /**
     * Opens a stream to the session's destination. The agent does not report when, or whether, it is connected.
     * After the end of its writing side the stream ends once nothing has come for `linger` ms.
     */
    open(linger = LINGER): Duplex {
      next += 2;
      const stream = new MuxStream(of(next), linger);
      streams.set(next, stream);
      carrier.send(frame(SYN, next), () => {});
      return stream;
    },
    take,
    /** Handles the agent's report that a connection failed. */
    unreached() {
      // The report names no stream, so the oldest one without data is taken.
      for (const stream of streams.values()) if (stream.unreached()) return;
    },
    /** Sends an empty frame, so that an agent that expects one does not end the session. */
    nop: () => carrier.send(frame(NOP, 0), () => {}),
    /** Ends all streams with an error. */
    end(error: WayError) {
      for (const stream of [...streams.values()]) stream.destroy(error);
      streams.clear();
    },
    /** Whether a stream with a slow reader pauses the others. */
    get isPaused() {
      return slow.size > 0;
    },
  };
}

interface StreamParts {
  write(bytes: Buffer, sent: () => void): void;
  fin(): void;
  hold(stream: MuxStream): void;
  letGo(stream: MuxStream): void;
  /** Whether a slow reader keeps all streams from receiving. */
  isPaused(): boolean;
}

class MuxStream extends Duplex {
  readonly #parts: StreamParts;
  readonly #linger: number;
  #lingers: ReturnType<typeof setTimeout> | undefined;
  #heard = false;
  #over = false;

  constructor(parts: StreamParts, linger: number) {
    super({ readableHighWaterMark: 256 * 1024, writableHighWaterMark: 256 * 1024 });
    this.#parts = parts;
    this.#linger = linger;
  }

  come(bytes: Buffer): void {
    if (this.destroyed || bytes.length === 0) return;
    this.#heard = true;
    // The memory is not written again, so the bytes need no copy.
    this.push(bytes);
    if (this.readableLength > MAX_BUFFERED) this.#parts.hold(this);
    if (this.#lingers !== undefined) this.#wait();
  }

  /** Handles that the other side sends no more data. */
  over(): void {
    if (this.#over || this.destroyed) return;
    this.#over = true;
    clearTimeout(this.#lingers);
    if (this.#heard) return void this.push(null);
    const late = setTimeout(() => this.push(null), LATE);
    this.once("close", () => clearTimeout(late));
  }

  /**
   * Ends the stream because its connection failed; returns false when it is connected, so that the failure is
   * another stream's.
   */
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
      const end = Math.min(at + MAX_FRAME_SIZE, chunk.length);
      this.#parts.write(chunk.subarray(at, end), () => end < chunk.length ? send(end) : done());
    };
    send(0);
  }

  override _final(done: () => void): void {
    // One FIN ends both directions there, so it is sent once nothing comes any more. A server that waits for a
    // program which was killed would wait for ever.
    done();
    if (!this.#over) this.#wait();
  }

  /** Ends the stream once nothing has come for a while. */
  #wait(): void {
    clearTimeout(this.#lingers);
    this.#lingers = setTimeout(() => {
      // While a reader is slow, there may be more.
      if (this.readableLength > 0 || this.#parts.isPaused()) return this.#wait();
      this.#parts.fin();
      this.over();
    }, this.#linger);
    Deno.unrefTimer(this.#lingers);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#lingers);
    this.#parts.letGo(this);
    this.#parts.fin();
    done(error);
  }
}
