/** The longest line of this conversation, in bytes. */
const LONGEST_LINE = 1024;

/** How long either side waits for the other's next line, in ms. */
const PATIENCE = 2_000;

/** Reads lines, bounded in length and time. */
export class LineReader {
  #rest = new Uint8Array(0);

  constructor(readonly connection: Deno.Conn) {}

  /** The next line. Throws when it does not come, is too long, or comes too late. */
  async next(): Promise<string> {
    const timer = setTimeout(() => this.connection.close(), PATIENCE);
    try {
      for (;;) {
        const end = this.#rest.indexOf(0x0a);
        if (end >= 0) {
          const line = new TextDecoder().decode(this.#rest.subarray(0, end));
          this.#rest = this.#rest.slice(end + 1);
          return line;
        }
        if (this.#rest.length > LONGEST_LINE) throw new Error("the line is too long");
        const chunk = new Uint8Array(LONGEST_LINE);
        const count = await this.connection.read(chunk);
        if (count === null) throw new Error("the connection ended");
        this.#rest = new Uint8Array([...this.#rest, ...chunk.subarray(0, count)]);
      }
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Closes a connection that may be closed already. */
export function hangUp(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch {
    // The other side or the clock was faster.
  }
}
