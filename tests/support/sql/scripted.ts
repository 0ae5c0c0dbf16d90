/** A server that plays a part: each time the client has sent something, the server sends its next line. */
export interface Scripted {
  readonly port: number;
  /** Returns the number of lines sent to the last client. */
  said(): number;
  close(): void;
}

/** A part and how it is played. */
export interface Play {
  /** Whether the server sends the first line unasked, as MySQL does. */
  readonly begins: boolean;
  /** Lines to send; an empty line waits for the client. */
  readonly lines: readonly Uint8Array[];
  /** What happens after the last line. */
  readonly then: "close" | "silent";
  /** Whether everything is sent in single bytes. */
  readonly drip?: boolean;
  /** Returns data that is sent repeatedly after the last line, as long as the client is connected. */
  readonly endless?: (time: number) => Uint8Array;
}

/** Listens on 127.0.0.1 and plays the part for each client. */
export function playServer({ begins, lines, then, drip = false, endless }: Play): Scripted {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.Conn>();
  let said = 0;
  const serve = async (connection: Deno.TcpConn) => {
    connection.setNoDelay(true);
    const heard = new Uint8Array(65_536);
    let at = 0;
    const say = async () => {
      const line = lines[at++];
      said = at;
      if (!line) return;
      for (let from = 0; from < line.length; from += drip ? 1 : line.length) {
        const part = drip ? line.subarray(from, from + 1) : line;
        for (let sent = 0; sent < part.length;) sent += await connection.write(part.subarray(sent));
      }
    };
    if (begins) await say();
    while (at < lines.length || then === "silent") {
      if (await connection.read(heard) === null) break;
      await say();
      if (!endless || at < lines.length) continue;
      for (let time = 0;; time++) {
        const line = endless(time);
        for (let sent = 0; sent < line.length;) sent += await connection.write(line.subarray(sent));
      }
    }
  };
  const serving = (async () => {
    for await (const connection of listener) {
      open.add(connection);
      serve(connection).catch(() => {}).finally(() => {
        open.delete(connection);
        try {
          connection.close();
        } catch {
          // The connection was closed before.
        }
      });
    }
  })().catch(() => {});
  void serving;
  return {
    port: (listener.addr as Deno.NetAddr).port,
    said: () => said,
    close() {
      listener.close();
      for (const connection of open) connection.close();
      open.clear();
    },
  };
}
