/** Maximum length of a message in bytes; an address with its token and a title are far shorter. */
const CAPACITY = 64 * 1024;
const EMPTY = 0, FULL = 1;

/**
 * Passes one message at a time from the reading thread to the drawing thread in shared memory. The drawing
 * thread is inside the toolkit's loop and receives no `postMessage`.
 */
export class Mailbox {
  readonly buffer: SharedArrayBuffer;
  readonly #state: Int32Array<SharedArrayBuffer>;
  readonly #bytes: Uint8Array<SharedArrayBuffer>;

  /** Creates a mailbox, or the other end of one from its `buffer`. */
  constructor(buffer = new SharedArrayBuffer(8 + CAPACITY)) {
    this.buffer = buffer;
    this.#state = new Int32Array(buffer, 0, 2);
    this.#bytes = new Uint8Array(buffer, 8);
  }

  /**
   * Waits up to `ms` for an empty mailbox and puts `text` in. Returns false when the mailbox did not become
   * empty in time. A text that is too long is dropped.
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

  /** Removes and returns the text; null when the mailbox is empty. */
  take(): string | null {
    if (Atomics.load(this.#state, 0) !== FULL) return null;
    const text = new TextDecoder().decode(this.#bytes.slice(0, this.#state[1]));
    Atomics.store(this.#state, 0, EMPTY);
    Atomics.notify(this.#state, 0);
    return text;
  }
}
