import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Engine } from "../../../src/core/sql/engines/mod.ts";
import { Secret } from "../../../src/core/secret.ts";
import { runQuery } from "../../../src/core/sql/query.ts";
import {
  big,
  counted,
  message,
  MY,
  MYSQL_PART,
  packet,
  PG,
  POSTGRES_PART,
  SIGN_IN_PARTS,
} from "../../support/sql/parts.ts";
import { mutatedPlays } from "../../support/sql/mutate.ts";
import { type Play, playServer } from "../../support/sql/scripted.ts";

const PARTS = { postgres: POSTGRES_PART, mysql: MYSQL_PART } as const;

/** Runs a query on a scripted server. It must not throw, and must answer in time. */
async function ask(engine: Engine, play: Play, limit = 60_000) {
  const scripted = playServer(play);
  try {
    return await runQuery(
      {
        server: { name: "x", engine, host: "127.0.0.1", port: scripted.port, database: "d", tls: false },
        login: { user: "ada", password: new Secret("planted-password") },
        sql: "select 1",
        args: [],
        write: false,
      },
      new AbortController().signal,
      { connect: limit, statement: limit },
    );
  } finally {
    scripted.close();
  }
}

const ROWS = [["x", null], ["yé", ""]];
for (const engine of ["postgres", "mysql"] as const) {
  for (const drip of [false, true]) {
    Deno.test(`runQuery() understands ${engine} ${drip ? "byte by byte" : "in whole lines"}`, async () => {
      const result = await ask(engine, { ...PARTS[engine], drip });
      assert.ok(result.ok, JSON.stringify(result));
      assert.deepEqual([result.columns, result.rows], [["a", "b"], ROWS]);
    });
  }

  Deno.test(`runQuery() ends when ${engine} hangs up or falls silent after any line`, async (t) => {
    const { lines } = PARTS[engine];
    for (const then of ["close", "silent"] as const) {
      for (let count = 0; count < lines.length; count++) {
        await t.step(`${then} after ${count}`, async () => {
          const play = { ...PARTS[engine], lines: lines.slice(0, count), then };
          const result = await ask(engine, play, then === "silent" ? 1000 : undefined);
          assert.ok(!result.ok, JSON.stringify(result));
          assert.equal(result.kind === "query", false, JSON.stringify(result));
        });
      }
    }
  });

  Deno.test(`runQuery() ends, and throws nothing, whatever ${engine} sends`, async () => {
    for (const { seed, play } of mutatedPlays(PARTS[engine], 1, 400)) {
      const result = await ask(engine, play, 100);
      const told = JSON.stringify(result);
      assert.equal(told.includes("planted-password"), false, `seed ${seed}: ${told}`);
      if (!result.ok) {
        assert.ok(result.message !== "" && result.message.length < 1000, `seed ${seed}: ${told}`);
      }
    }
  });
}

for (const engine of ["postgres", "mysql"] as const) {
  for (const [way, part] of SIGN_IN_PARTS[engine]) {
    const passes = !/SCRAM|sha/.test(way);
    Deno.test(`runQuery() ${passes ? "signs in" : "ends"} when ${engine} asks for ${way}, and whatever it sends then`, async () => {
      const whole = await ask(engine, part);
      assert.equal(whole.ok, passes, JSON.stringify(whole));
      for (let count = 1; count < 4; count++) {
        const cut = await ask(engine, { ...part, lines: part.lines.slice(0, count), then: "close" });
        assert.equal(cut.ok, false);
      }
      for (const { seed, play } of mutatedPlays(part, 1, 60)) {
        const told = JSON.stringify(await ask(engine, play, 100));
        assert.equal(told.includes("planted-password"), false, `seed ${seed}: ${told}`);
      }
    });
  }
}

for (
  const [what, type, set, value] of [["a vector", 242, 63, "0x78"], [
    "a type of later",
    199,
    45,
    "x",
  ]] as const
) {
  Deno.test(`runQuery() reads ${what} of MySQL`, async () => {
    const columns = [packet(1, [2]), MY.column(2, "a", [type, set]), MY.column(3, "b")];
    const answer = Buffer.concat([...columns, packet(4, counted("x"), counted("y")), MY.end(5)]);
    const result = await ask("mysql", { ...MYSQL_PART, lines: MYSQL_PART.lines.with(-1, answer) });
    assert.deepEqual(result.ok && result.rows, [[value, "y"]]);
  });
}

Deno.test("runQuery() tells what a router of MySQL said before it was asked, whatever number it gives that", async () => {
  const { lines } = MYSQL_PART;
  const farewell = MY.error(7, 4031, "disconnected because of inactivity");
  // The farewell comes together with the answer to the previous statement.
  const last = lines.length - 2;
  const play = {
    ...MYSQL_PART,
    lines: lines.slice(0, -1).with(last, Buffer.concat([lines[last]!, farewell])),
  };
  const result = await ask("mysql", play);
  assert.ok(!result.ok && result.kind === "lost", JSON.stringify(result));
  assert.match(result.message, /disconnected because of inactivity/);
});

/** The head of a result, and a function that makes endless rows or results. */
const ENDLESS:
  readonly (readonly ["postgres" | "mysql", what: string, head: Uint8Array, (time: number) => Uint8Array])[] =
    [
      ["postgres", "rows", Buffer.concat([PG.parsed, PG.columns("a")]), () => PG.row("x".repeat(1000))],
      ["postgres", "remarks", PG.parsed, () => PG.notice],
      [
        "mysql",
        "rows",
        Buffer.concat([packet(1, [1]), MY.column(2, "a")]),
        (time) => packet((3 + time) & 0xff, counted("x".repeat(200))),
      ],
      [
        "mysql",
        "results",
        new Uint8Array(),
        (time) => packet((1 + time) & 0xff, [0, 0, 0, 10, 0, 0, 0]),
      ],
    ];
for (const [engine, what, head, endless] of ENDLESS) {
  Deno.test(`runQuery() ends when ${engine} sends ${what} without end`, async () => {
    const { lines } = PARTS[engine];
    const result = await ask(
      engine,
      { ...PARTS[engine], lines: [...lines.slice(0, -1), head], endless },
      // Reading rows ends by their number or size, however slow the machine is; everything else
      // ends by time.
      what === "rows" ? 60_000 : 2000,
    );
    if (what === "rows") assert.ok(result.ok && result.truncated, JSON.stringify(result).slice(0, 500));
    else assert.ok(!result.ok && result.kind === "lost", JSON.stringify(result).slice(0, 500));
  });
}

/** Answers to the statement, which replace the last line of the script, and the expected result. */
const ANSWERS: readonly (readonly [
  engine: "postgres" | "mysql",
  name: string,
  answer: Uint8Array,
  expected: { readonly ok: true; readonly rows: unknown } | {
    readonly kind: string;
    readonly message: RegExp;
  },
])[] = [
  ["postgres", "copies to the client", message("H", [0], big(0, 2)), { kind: "query", message: /COPY/ }],
  [
    "postgres",
    "copies to the client and ends",
    Buffer.concat([
      PG.parsed,
      message("H", [0], big(0, 2)),
      message("d", "data"),
      message("c"),
      PG.done("COPY 1"),
      PG.ready(),
    ]),
    { kind: "query", message: /COPY … TO STDOUT/ },
  ],
  ["postgres", "copies both ways", message("W", [0], big(0, 2)), { kind: "lost", message: /protocol/ }],
  ["postgres", "sends an unknown message", message("!", "x"), { kind: "lost", message: /protocol/ }],
  ["postgres", "sends a message without a length", Buffer.from([0x44, 0, 0, 0, 0]), {
    kind: "lost",
    message: /protocol/,
  }],
  ["postgres", "announces a gigabyte", Buffer.from([0x44, 0x40, 0, 0, 0]), {
    kind: "lost",
    message: /1024 MB/,
  }],
  [
    "postgres",
    "sends a row wider than its head",
    Buffer.concat([PG.columns("a"), PG.row("1", "2"), PG.done(), PG.ready()]),
    { kind: "lost", message: /another width/ },
  ],
  ["postgres", "sends a row without a head", Buffer.concat([PG.row("1"), PG.done(), PG.ready()]), {
    kind: "lost",
    message: /another width/,
  }],
  [
    "postgres",
    "sends a cell longer than its row",
    Buffer.concat([PG.columns("a"), message("D", big(1, 2), big(99, 4), "x")]),
    { kind: "lost", message: /behind its row/ },
  ],
  [
    "postgres",
    "sends bytes for text",
    Buffer.concat([PG.columns("a"), message("D", big(1, 2), big(2, 4), [0xff, 0xfe]), PG.done(), PG.ready()]),
    {
      ok: true,
      rows: [["\ufffd\ufffd"]],
    },
  ],
  ["postgres", "sends an error and hangs up", PG.error("57P01", "going", "FATAL"), {
    kind: "lost",
    message: /going/,
  }],
  [
    "postgres",
    "sends an error in the middle of rows",
    Buffer.concat([PG.columns("a"), PG.row("1"), PG.error("22012", "division by zero"), PG.ready("E")]),
    { kind: "query", message: /division by zero/ },
  ],
  [
    "postgres",
    "repeats the password",
    Buffer.concat([PG.error("22012", "the password is planted-password"), PG.ready("E")]),
    { kind: "query", message: /the password is •••/ },
  ],
  [
    "postgres",
    "sends words that hide",
    Buffer.concat([PG.error("22012", `a\u202eb\x1b[31mc\n${"d".repeat(5000)}`), PG.ready("E")]),
    { kind: "query", message: /^a bc d{100,}…$/ },
  ],
  ["mysql", "asks for a file of the client", packet(1, [0xfb], "/etc/passwd"), {
    kind: "lost",
    message: /lost/,
  }],
  ["mysql", "sends a packet out of order", packet(9, [2]), { kind: "lost", message: /out of order/ }],
  ["mysql", "announces too many columns", packet(1, [0xfd, 0xff, 0xff, 0xff]), {
    kind: "lost",
    message: /16777215 columns/,
  }],
  [
    "mysql",
    "sends a row that ends early",
    Buffer.concat([packet(1, [2]), MY.column(2, "a"), MY.column(3, "b"), packet(4, [1], "x")]),
    { kind: "lost", message: /ends early/ },
  ],
  [
    "mysql",
    "sends a cell longer than its row",
    Buffer.concat([packet(1, [1]), MY.column(2, "a"), packet(3, [0xfd, 255, 255, 255])]),
    { kind: "lost", message: /behind its row/ },
  ],
  [
    "mysql",
    "sends an error in the middle of rows",
    Buffer.concat([
      packet(1, [1]),
      MY.column(2, "a"),
      packet(3, [1], "x"),
      MY.error(4, 1317, "was interrupted"),
    ]),
    { kind: "query", message: /was interrupted/ },
  ],
  [
    "mysql",
    "sends several results",
    Buffer.concat([
      packet(1, [1]),
      MY.column(2, "a"),
      packet(3, [1], "x"),
      MY.end(4, 8),
      packet(5, [1]),
      MY.column(6, "b"),
      packet(7, [1], "y"),
      MY.end(8),
    ]),
    { ok: true, rows: [["y"]] },
  ],
];
for (const [engine, name, answer, expected] of ANSWERS) {
  Deno.test(`runQuery() has an answer when ${engine} ${name}`, async () => {
    const lines = [...PARTS[engine].lines.slice(0, -1), answer];
    const result = await ask(engine, { ...PARTS[engine], lines });
    if ("ok" in expected) {
      assert.ok(result.ok, JSON.stringify(result));
      assert.deepEqual(result.rows, expected.rows);
    } else {
      assert.ok(!result.ok, JSON.stringify(result));
      assert.equal(result.kind, expected.kind, JSON.stringify(result));
      assert.match(result.message, expected.message);
    }
  });
}
