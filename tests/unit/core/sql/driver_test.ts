import { deepEqual, equal, match, throws } from "node:assert/strict";
import { mayAnswer, type Sent } from "../../../../src/core/sql/driver/clear_password.ts";
import { type Cell, DriverError, probe } from "../../../../src/core/sql/driver/mod.ts";
import { withLiterals, withNames } from "../../../../src/core/sql/driver/https/bind.ts";
import { dialectOf } from "../../../../src/core/sql/text/dialect.ts";
import { tokens } from "../../../../src/core/sql/text/tokens.ts";
import type { Server } from "../../../../src/core/config/config.ts";
import { probeServer } from "../../../../src/core/sql/mod.ts";

interface Way {
  readonly encrypted?: boolean;
  readonly address?: string;
  readonly socket?: string;
  readonly allowed?: boolean;
}

/** What the server demands (`how`), the connection, and whether Kedge answers (`sent`). */
const CASES: readonly (readonly [how: Sent, way: Way, sent: "sent" | "warned" | "refused"])[] = [
  ["proof", { address: "192.0.2.7" }, "sent"],
  ["weak proof", { address: "192.0.2.7" }, "warned"],
  ["password", { address: "192.0.2.7" }, "refused"],
  ["password", {}, "refused"],
  ["password", { address: "2001:db8::1" }, "refused"],
  // These addresses only look like addresses of this computer.
  ["password", { address: "::ffff:192.0.2.7" }, "refused"],
  ["password", { address: "12.7.0.1" }, "refused"],
  ["weak proof", { address: "192.0.2.7", encrypted: true }, "sent"],
  ["password", { address: "192.0.2.7", encrypted: true }, "sent"],
  ["password", { address: "127.0.0.1" }, "sent"],
  ["password", { address: "127.8.9.1" }, "sent"],
  ["password", { address: "::1" }, "sent"],
  ["password", { address: "::ffff:127.0.0.1" }, "sent"],
  ["weak proof", { address: "127.0.0.1" }, "sent"],
  ["password", { socket: "/run/mysqld/mysqld.sock" }, "sent"],
  ["password", { address: "192.0.2.7", allowed: true }, "sent"],
];
for (const [how, { encrypted = false, address, socket, allowed }, sent] of CASES) {
  const way = JSON.stringify({ address, encrypted, socket, allowed });
  Deno.test(`mayAnswer() lets a ${how} be ${sent} to ${way}`, () => {
    const answer = () =>
      mayAnswer(how, { encrypted, address, socket }, allowed ? { allowCleartextPassword: true } : {});
    if (sent === "refused") {
      throws(answer, (error) => error instanceof DriverError && error.code === "CLEARTEXT");
    } else if (sent === "warned") match(answer() ?? "", /turn on TLS/);
    else equal(answer(), null);
  });
}

const POSTGRES = dialectOf("postgres"), MYSQL = dialectOf("mysql");

const LITERALS: readonly (readonly [sql: string, args: readonly Cell[], bound: string])[] = [
  ["select $1", [null], "select null"],
  ["select $2, $1, $1", ["a", 7], "select E'7', E'a', E'a'"],
  ["select $1", [true], "select E'true'"],
  ["select '$1', $$ $1 $$, $1 -- $1", ["x"], "select '$1', $$ $1 $$, E'x' -- $1"],
  ["select $1", ["it's"], "select E'it''s'"],
  ["select $1", ["\\"], "select E'\\\\'"],
  ["select $1", ["\\'; drop table a; --"], "select E'\\\\''; drop table a; --'"],
  ["select $1", ["$1"], "select E'$1'"],
];
for (const [sql, args, bound] of LITERALS) {
  Deno.test(`withLiterals() makes ${bound} of ${JSON.stringify(args)}`, () => {
    equal(withLiterals(sql, args, POSTGRES), bound);
  });
}

Deno.test("withLiterals() keeps every value within one literal, whatever a backslash means to the server", () => {
  const letters = ["'", "\\", "a", "$1", "\n", "--", "/*", "é", '"'];
  for (let n = 0; n < letters.length ** 4; n++) {
    const value = Array.from(
      { length: 4 },
      (_, i) => letters[Math.floor(n / letters.length ** i) % letters.length],
    )
      .join("");
    const sql = withLiterals("select $1", [value], POSTGRES);
    for (const backslash of [true, false]) {
      const read = [...tokens(sql.replace("E'", " '"), { ...POSTGRES, backslash })].filter(({ kind }) =>
        kind !== "space"
      );
      deepEqual(
        read.map(({ kind, open }) => [kind, open ?? false]),
        [["word", false], ["string", false]],
        sql,
      );
    }
  }
});

Deno.test("withNames() sends values beside the text", () => {
  deepEqual(withNames("select ?, '?', ? -- ?", ["a'", 7], MYSQL), {
    sql: "select :kedge1, '?', :kedge2 -- ?",
    parameters: [
      { name: "kedge1", value: { stringValue: "a'" } },
      { name: "kedge2", value: { longValue: 7 } },
    ],
  });
});

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
