/** Maximum length of a line in bytes. */
const MAX_LINE_LENGTH = 8192;

/** How long either side waits for the other's next line, in ms. */
const PATIENCE = 2_000;

/** Reads lines from a connection, with a limit for their length and a time limit. */
export class LineReader {
  #rest = new Uint8Array(0);

  /** `longest` is the maximum length of a line in bytes, `patience` the time limit for each line in ms. */
  constructor(
    readonly connection: Deno.Conn,
    public longest = MAX_LINE_LENGTH,
    public patience = PATIENCE,
  ) {}

  /** Returns the next line. Throws when the connection ends, the line is too long, or the time limit has passed. */
  async next(): Promise<string> {
    // AbortSignal.timeout replaces setTimeout, because the first setTimeout of a program loads Node's timers,
    // which takes a fifth of a short command's time.
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

/** Closes a connection, which may be closed already. */
export function hangUp(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch {
    // The other side or the time limit has already closed the connection.
  }
}

/** Sends the whole text. Throws when the other side has gone. */
export async function send(connection: Deno.Conn, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
}
