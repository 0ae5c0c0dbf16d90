/** Tests the log of agents in real files: entries are read again, later changes are reported. */
import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import { type AuditEvent, openAgentLog, readAgentLog } from "../../../../../src/core/gate/log/mod.ts";
import { testFolder } from "../../../../support/folder.ts";
import { testOn } from "../../../../support/systems.ts";

const event = (more: Partial<AuditEvent> = {}): AuditEvent => ({
  at: "2026-11-26T12:00:00.000Z",
  agent: "Claude Code",
  program: "/opt/claude",
  what: "read",
  on: "shop",
  ...more,
});

async function logged(folder: string, events: readonly AuditEvent[]): Promise<string> {
  const log = openAgentLog(folder);
  for (const one of events) equal(await log.append(one), true);
  return join(folder, "agents.log");
}

const three = [
  event(),
  event({ what: "proposed", statement: "DELETE FROM a" }),
  event({ what: "committed", rows: 3 }),
];

Deno.test("openAgentLog() adds entries that count on and follow from each other, also after a new start", async () => {
  const folder = await testFolder();
  await logged(folder, three.slice(0, 2));
  await logged(folder, three.slice(2));
  const { entries, faults } = await readAgentLog(folder);
  deepEqual(faults, []);
  deepEqual(entries.map(({ n, what, rows }) => [n, what, rows]), [
    [1, "read", undefined],
    [2, "proposed", undefined],
    [3, "committed", 3],
  ]);
});

testOn(["modes"], "openAgentLog() keeps the file closed to others", async () => {
  const folder = await testFolder();
  const file = await logged(folder, three);
  equal((await Deno.stat(file)).mode! & 0o777, 0o600);
});

/** A change to the text of three entries, and the faults that are reported. */
const CHANGED:
  readonly (readonly [what: string, change: (text: string) => string, told: readonly string[]])[] = [
    ["a changed value", (text) => text.replace('"rows":3', '"rows":4'), ["3: entry 3 was changed"]],
    ["a changed name", (text) => text.replace("shop", "shap"), ["1: entry 1 was changed"]],
    [
      "a line taken out",
      (text) => text.split("\n").toSpliced(1, 1).join("\n"),
      ["2: entry 3 stands behind entry 1"],
    ],
    [
      "two lines in another order",
      (text) => text.split("\n").toSpliced(0, 2, ...text.split("\n").slice(0, 2).reverse()).join("\n"),
      [
        "1: entry 2 does not begin the log",
        "2: entry 1 stands behind entry 2",
        "3: entry 3 stands behind entry 1",
      ].slice(1),
    ],
    ["a line that is none", (text) => `${text}hello\n`, ["4: this line is no entry"]],
    [
      "a field that there is none of",
      (text) => text.replace('"what":"read"', '"what":"read","x":1'),
      ["1: this line is no entry"],
    ],
  ];
for (const [what, change, told] of CHANGED) {
  Deno.test(`readAgentLog() tells ${what}`, async () => {
    const folder = await testFolder();
    const file = await logged(folder, three);
    await Deno.writeTextFile(file, change(await Deno.readTextFile(file)));
    const { faults } = await readAgentLog(folder);
    deepEqual(faults.map(({ line, message }) => `${line}: ${message}`), told);
  });
}

Deno.test("openAgentLog() goes on behind a line that was cut off, which stays told", async () => {
  const folder = await testFolder();
  const file = await logged(folder, three);
  const text = await Deno.readTextFile(file);
  await Deno.writeTextFile(file, text.slice(0, -20));
  await logged(folder, [event({ what: "stopped" })]);
  const { entries, faults } = await readAgentLog(folder);
  deepEqual(entries.map(({ n, what }) => [n, what]), [[1, "read"], [2, "proposed"], [3, "stopped"]]);
  deepEqual(faults.map(({ line, message }) => `${line}: ${message}`), ["3: this line is no entry"]);
});

Deno.test("openAgentLog() rotates at 4 MB, and the chain goes on through the files that stay", async () => {
  const folder = await testFolder();
  const log = openAgentLog(folder);
  const statement = "x".repeat(4000);
  // Each entry has about 4.4 KB, which makes five files, of which four are kept.
  for (let i = 0; i < 5000; i++) await log.append(event({ statement }));
  const names = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).sort();
  deepEqual(names, ["agents.log", "agents.log.1", "agents.log.2", "agents.log.3"]);
  const { entries, faults } = await readAgentLog(folder);
  deepEqual(faults, []);
  equal(entries.at(-1)!.n, 5000);
  equal(entries[0]!.n > 1, true);
});

/** Entries with a secret that must not reach the file. */
const SECRETS: readonly Partial<AuditEvent>[] = [
  { statement: "CREATE USER a IDENTIFIED BY 'hunter2'", engine: "mysql" },
  { statement: "ALTER ROLE a PASSWORD 'hunter2'", engine: "postgres" },
  { statement: "ALTER USER a IDENTIFIED WITH x AS 'hunter2'" },
  { statement: "SELECT dblink('postgres://a:hunter2@db/x', 'SELECT 1')" },
  { outcome: "could not connect to postgres://a:hunter2@db" },
];
for (const one of SECRETS) {
  Deno.test(`openAgentLog() keeps no password of ${one.statement ?? one.outcome}`, async () => {
    const folder = await testFolder();
    const text = await Deno.readTextFile(await logged(folder, [event(one)]));
    equal(text.includes("hunter2"), false, text);
  });
}

Deno.test("openAgentLog() bounds what an agent can write into it", async () => {
  const folder = await testFolder();
  const long = "a\u202e\n".repeat(100_000);
  const file = await logged(folder, [event({ statement: long, on: long, outcome: long, tool: long })]);
  equal((await Deno.stat(file)).size < 64 * 1024, true);
  deepEqual((await readAgentLog(folder)).faults, []);
});

testOn(["links"], "openAgentLog() writes through no link, and says so", async () => {
  const folder = await testFolder();
  const other = join(folder, "other");
  await Deno.writeTextFile(other, "");
  await Deno.symlink(other, join(folder, "agents.log"));
  equal(await openAgentLog(folder).append(event()), false);
  equal(await Deno.readTextFile(other), "");
});
