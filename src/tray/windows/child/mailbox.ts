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

  /**
   * Waits until the mailbox is empty, at most `ms`, and puts `text` in. False when it did not become empty. A longer
   * text than fits is left out.
   */
  put(text: string, ms: number): boolean {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length > CAPACITY) return true;
    if (Atomics.wait(this.#state, 0, FULL, ms) === "timed-out") return false;
    this.#bytes.set(bytes);
    this.#state[1] = bytes.length;
    Atomics.store(this.#state, 0, FULL);
    return true;
  }

  /** Takes the text out; null when there is none. */
  take(): string | null {
    if (Atomics.load(this.#state, 0) !== FULL) return null;
    const text = new TextDecoder().decode(this.#bytes.slice(0, this.#state[1]));
    Atomics.store(this.#state, 0, EMPTY);
    Atomics.notify(this.#state, 0);
    return text;
  }
}
