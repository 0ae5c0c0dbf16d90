/** The longest line of this conversation, in bytes. */
const LONGEST_LINE = 8192;

/** How long either side waits for the other's next line, in ms. */
const PATIENCE = 2_000;

/** Reads lines, bounded in length and time. */
export class LineReader {
  #rest = new Uint8Array(0);

  /** `longest` line in bytes; `patience` in ms until each one has come. */
  constructor(
    readonly connection: Deno.Conn,
    public longest = LONGEST_LINE,
    public patience = PATIENCE,
  ) {}

  /** The next line. Throws when it does not come, is too long, or comes too late. */
  async next(): Promise<string> {
    // The first setTimeout of a program loads Node's timers, which takes a fifth of a short command's time.
    const late = this.patience === Infinity ? null : AbortSignal.timeout(this.patience);
    const close = () => hangUp(this.connection);
    late?.addEventListener("abort", close);
    try {
      for (;;) {
        const end = this.#rest.indexOf(0x0a);
        if (end >= 0) {
          const line = new TextDecoder().decode(this.#rest.subarray(0, end));
          this.#rest = this.#rest.slice(end + 1);
          return line;
        }
        if (this.#rest.length > this.longest) throw new Error("the line is too long");
        const chunk = new Uint8Array(Math.min(this.longest, 65_536));
        const count = await this.connection.read(chunk);
        if (count === null) throw new Error("the connection ended");
        const joined = new Uint8Array(this.#rest.length + count);
        joined.set(this.#rest);
        joined.set(chunk.subarray(0, count), this.#rest.length);
        this.#rest = joined;
      }
    } finally {
      late?.removeEventListener("abort", close);
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

/** Sends a text as a whole. Throws when the other side has gone. */
export async function send(connection: Deno.Conn, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
}
