/** A listener on 127.0.0.1 that treats every client in the same way. */
export interface Listener {
  readonly port: number;
  close(): void;
}

/** Closes a listener and its connections. */
export function closeAll(listener: Deno.Listener, open: readonly Deno.Conn[]): void {
  listener.close();
  for (const connection of open) {
    try {
      connection.close();
    } catch {
      // The other side closed first.
    }
  }
}

/**
 * Starts a listener. `silent`: accepts and sends nothing. `close`: disconnects at once. `says`: sends this
 * text, then waits.
 */
export function listen(behaviour: "silent" | "close" | { readonly says: string }): Listener {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open: Deno.Conn[] = [];
  (async () => {
    for await (const connection of listener) {
      if (behaviour === "close") {
        connection.close();
        continue;
      }
      open.push(connection);
      if (behaviour !== "silent") {
        connection.write(new TextEncoder().encode(behaviour.says)).catch(() => {});
      }
    }
  })().catch(() => {});
  return {
    port: (listener.addr as Deno.NetAddr).port,
    close: () => closeAll(listener, open),
  };
}
