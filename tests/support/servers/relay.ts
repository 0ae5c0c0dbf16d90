import { closeAll } from "./tcp.ts";

/** A relay in front of a server that can hold back what clients send, like a slow network. */
export interface Relay {
  readonly port: number;
  /** Returns what clients have sent and the server has received, as Latin-1. */
  passed(): string;
  /** Returns the number of connections so far. */
  count(): number;
  /** Stops forwarding to the server, for connections that are open (`old`) or that open later (`new`). */
  hold(which: "old" | "new"): void;
  /**
   * Cuts the next connection whose request matches: before the request reaches the server, or
   * before the answer reaches the client.
   */
  cut(asked: RegExp, where: "question" | "answer"): void;
  /** Continues to forward, beginning with held data. */
  release(): void;
  close(): void;
}

/** Creates a relay to a server on 127.0.0.1. */
export function relay(port: number): Relay {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open: Deno.Conn[] = [];
  let gate: { readonly from: number; readonly to: number; readonly opened: Promise<void> } | null = null;
  let release = () => {};
  let count = 0;
  let passed = "";
  let cutting: { readonly asked: RegExp; readonly where: "question" | "answer" } | null = null;
  /** Connections that end with their next answer. */
  const doomed = new Set<Deno.Conn>();
  const forward = async (from: Deno.Conn, to: Deno.Conn, number: number | null) => {
    const bytes = new Uint8Array(64 * 1024);
    for (;;) {
      const size = await from.read(bytes);
      if (size === null) break;
      if (number !== null) {
        const text = String.fromCharCode(...bytes.subarray(0, size));
        if (cutting?.asked.test(text)) {
          const { where } = cutting;
          cutting = null;
          if (where === "question") return end(from, to);
          doomed.add(from);
        }
        if (gate && gate.from <= number && number < gate.to) await gate.opened;
        passed += text;
      } else if (doomed.has(to)) return end(from, to);
      for (let at = 0; at < size;) at += await to.write(bytes.subarray(at, size));
    }
    await to.closeWrite();
  };
  const end = (...connections: Deno.Conn[]) => connections.forEach((one) => one.close());
  (async () => {
    for await (const client of listener) {
      const number = count++;
      const server = await Deno.connect({ hostname: "127.0.0.1", port });
      open.push(client, server);
      // Either side may disconnect at any time.
      forward(client, server, number).catch(() => {});
      forward(server, client, null).catch(() => {});
    }
  })().catch(() => {});
  return {
    port: (listener.addr as Deno.NetAddr).port,
    passed: () => passed,
    count: () => count,
    hold(which) {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = which === "old"
        ? { from: 0, to: count, opened: promise }
        : { from: count, to: Infinity, opened: promise };
      release = resolve;
    },
    cut: (asked, where) => void (cutting = { asked, where }),
    release() {
      gate = null;
      release();
    },
    close: () => closeAll(listener, open),
  };
}
