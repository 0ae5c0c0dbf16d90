import { equal, match } from "node:assert/strict";
import type { Server } from "../../../../src/core/config/config.ts";
import { probe } from "../../../../src/core/sql/driver/mod.ts";
import { probeServer } from "../../../../src/core/sql/mod.ts";

const { signal } = new AbortController();
const place = (over: Partial<Server>): Server => ({
  name: "shop",
  engine: "postgres",
  host: "127.0.0.1",
  port: 1,
  tls: false,
  ...over,
});

const NOWHERE: readonly (readonly [what: string, over: Partial<Server>, kind: string, message: RegExp])[] = [
  ["a closed port of PostgreSQL", {}, "refused", /^Nothing accepts connections at 127\.0\.0\.1:1$/],
  ["a closed port of MySQL", { engine: "mysql" }, "refused", /^Nothing accepts connections/],
  ["an unknown host", { host: "no-such.invalid" }, "dns", /“no-such\.invalid” is not known/],
  [
    "a socket that is not there",
    { host: "/nowhere/at/all.sock" },
    "refused",
    /^No server listens at the socket/,
  ],
];
for (const [what, over, kind, message] of NOWHERE) {
  Deno.test(`probeServer() says of ${what} what a connection would`, async () => {
    const failure = await probeServer(place(over), signal);
    equal(failure?.kind, kind);
    match(failure!.message, message);
    match(failure!.hint, /\w/);
  });
}

const GREETING = new Uint8Array([3, 0, 0, 0, 10, 0x38, 0]);
const SOMEWHERE: readonly (readonly [
  what: string,
  engine: Server["engine"],
  says: Uint8Array<ArrayBuffer>,
  limit: number,
])[] = [
  ["PostgreSQL, which waits to be spoken to", "postgres", new Uint8Array(), 60_000],
  ["MySQL, which greets", "mysql", GREETING, 60_000],
  ["MySQL, which is slow to greet", "mysql", GREETING.slice(0, 2), 50],
];
for (const [what, engine, says, limit] of SOMEWHERE) {
  Deno.test(`probe() finds ${what}, sends nothing and hangs up`, async () => {
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    try {
      const { port } = listener.addr as Deno.NetAddr;
      const probed = probe(place({ engine, port }), signal, limit);
      const connection = await listener.accept();
      if (says.length > 0) await connection.write(says);
      equal(await connection.read(new Uint8Array(1)), null);
      equal(await probed, null);
      connection.close();
    } finally {
      listener.close();
    }
  });
}

Deno.test("probe() ends at once when it is stopped", async () => {
  const stopped = await probe(place({ host: "192.0.2.1" }), AbortSignal.abort(), 60_000);
  equal(stopped?.code, "ABORT");
});
