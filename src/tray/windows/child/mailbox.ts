/** Bytes of the longest message; an address with its token and a title are far shorter. */
const CAPACITY = 64 * 1024;
const EMPTY = 0, FULL = 1;

/**
 * One message at a time from the thread that reads to the thread that draws. The drawing thread is
 * inside the toolkit's loop and takes no `postMessage`, so the two share memory.
 */
export class Mailbox {
  readonly buffer: SharedArrayBuffer;
  readonly #state: Int32Array<SharedArrayBuffer>;
  readonly #bytes: Uint8Array<SharedArrayBuffer>;

  /** A new mailbox, or the other end of one whose `buffer` was sent here. */
  constructor(buffer = new SharedArrayBuffer(8 + CAPACITY)) {
    this.buffer = buffer;
    this.#state = new Int32Array(buffer, 0, 2);
    this.#bytes = new Uint8Array(buffer, 8);
  }

  /** Waits until the mailbox is empty and puts `text` in. A longer text than fits is left out. */
  put(text: string): void {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length > CAPACITY) return;
    Atomics.wait(this.#state, 0, FULL);
    this.#bytes.set(bytes);
    this.#state[1] = bytes.length;
    Atomics.store(this.#state, 0, FULL);
  }

  /** Takes the text out; null when there is none. */
  take(): string | null {
    if (Atomics.load(this.#state, 0) !== FULL) return null;
    const text = new TextDecoder().decode(this.#bytes.slice(0, this.#state[1]));
    Atomics.store(this.#state, 0, EMPTY);
    Atomics.notify(this.#state, 0);
    return text;
  }

  /** Waits until what was put in is taken out, at most `ms`. */
  drained(ms: number): boolean {
    return Atomics.wait(this.#state, 0, FULL, ms) !== "timed-out";
  }
}
