import type { Buffer } from "node:buffer";
import { Duplex } from "node:stream";
import { takeSlot } from "../slots.ts";
import { type Way, WayError } from "../way.ts";
import type { SsmAddress } from "./address.ts";
import { openOverSession } from "./session.ts";

/**
 * Creates the way through a managed computer or a task of an account: a session of Systems Manager whose data
 * channel Kedge implements itself. It needs no port that others could use, and no installed program. A stream
 * whose writing side has ended is ended once nothing has come for `linger` ms.
 */
export function ssmWay(at: SsmAddress, linger?: number): Way {
  return {
    open(to, onStep = () => {}) {
      const stream = new LateStream();
      const stop = new AbortController();
      stream.once("close", () => stop.abort());
      const begin = async () => {
        const free = takeSlot();
        stream.once("close", free);
        stream.attach(await openOverSession(at, to, onStep, stop.signal, linger));
      };
      void begin().catch((error) => stream.destroy(error));
      return stream;
    },
  };
}

/** A stream whose other side is connected later. */
class LateStream extends Duplex {
  #inner: Duplex | null = null;
  readonly #early: ((inner: Duplex) => void)[] = [];

  attach(inner: Duplex): void {
    if (this.destroyed) return void inner.destroy();
    this.#inner = inner;
    inner.on("data", (chunk: Buffer) => {
      if (!this.push(chunk)) inner.pause();
    });
    inner.once("end", () => this.push(null));
    inner.once("error", (error) => this.destroy(error));
    inner.once("close", () => {
      // Data that came before the end may not be read yet.
      if (!inner.readableEnded) this.destroy(new WayError("WAY_LOST", ""));
    });
    this.emit("connect");
    for (const act of this.#early.splice(0)) act(inner);
  }

  #when(act: (inner: Duplex) => void): void {
    if (this.#inner) act(this.#inner);
    else this.#early.push(act);
  }

  override _read(): void {
    this.#inner?.resume();
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.#when((inner) => inner.write(chunk, () => done()));
  }

  override _final(done: () => void): void {
    this.#when((inner) => inner.end(() => done()));
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#inner?.destroy();
    done(error);
  }
}
