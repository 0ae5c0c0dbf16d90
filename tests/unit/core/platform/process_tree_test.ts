import assert from "node:assert/strict";
import { markedIn } from "../../../../src/core/platform/process_tree/darwin.ts";
import {
  environHolds,
  isBecoming,
  isYounger,
  isZombie,
  parentIn,
} from "../../../../src/core/platform/process_tree/linux.ts";
import { markedProcesses } from "../../../../src/core/platform/process_tree/mod.ts";
import { testOn } from "../../../support/systems.ts";

Deno.test("environHolds() takes only the whole variable", () => {
  const environ = (text: string) => new TextEncoder().encode(text);
  assert.equal(environHolds(environ("A=1\0KEDGE_RUN=abc\0B=2\0"), "KEDGE_RUN", "abc"), true);
  assert.equal(environHolds(environ("KEDGE_RUN=abc"), "KEDGE_RUN", "abc"), true);
  assert.equal(environHolds(environ("KEDGE_RUN=abcd\0"), "KEDGE_RUN", "abc"), false);
  assert.equal(environHolds(environ("X=KEDGE_RUN=abc\0"), "KEDGE_RUN", "abc"), false);
  assert.equal(environHolds(environ(""), "KEDGE_RUN", "abc"), false);
});

Deno.test("isZombie() reads the state after a name that may hold anything", () => {
  assert.equal(isZombie("12 (sleep) S 1 12 12 0"), false);
  assert.equal(isZombie("12 (sleep) Z 1 12 12 0"), true);
  assert.equal(isZombie("12 (a) Z b) S 1 12"), false);
});

Deno.test("parentIn() reads the parent of a living process, after a name that may hold anything", () => {
  assert.equal(parentIn("12 (sleep) S 4711 12 12 0"), 4711);
  assert.equal(parentIn("12 (a) S 9 b) R 77 12 12 0"), 77);
  assert.equal(parentIn("12 (sleep) Z 4711 12 12 0"), 0);
});

Deno.test("markedIn() reads the listing of ps -E", () => {
  const listing = [
    "  401 /usr/bin/sleep 10 HOME=/x KEDGE_RUN=abc PATH=/bin",
    "  402 sleep 10 KEDGE_RUN=abc",
    "  403 sleep KEDGE_RUN=abcd PATH=/bin",
    "  404 sleep XKEDGE_RUN=abc",
    "",
  ].join("\n");
  assert.deepEqual(markedIn(listing, "KEDGE_RUN", "abc"), [401, 402]);
});

const ages: [pid: number, since: number, last: number, younger: boolean][] = [
  [101, 100, 200, true],
  [99, 100, 200, false],
  [100, 100, 200, false],
  [50, 30_000, 100, true],
  [32_000, 30_000, 100, true],
  [200, 30_000, 100, false],
  [32_000, 0, 100, true],
  [50, 0, 100, true],
];
for (const [pid, since, last, younger] of ages) {
  Deno.test(`isYounger() is ${younger} of ${pid} after ${since} when the youngest is ${last}`, () => {
    assert.equal(isYounger(pid, since, last), younger);
  });
}

/**
 * Returns a line of /proc/PID/stat for a process with 30 bytes of environment; `fields` are
 * numbered as in proc(5).
 */
function stat(fields: Readonly<Record<number, string>>): string {
  const usual: Record<number, string> = { 3: "S", 9: "4194560", 26: "4096", 50: "700", 51: "730" };
  const all = Array.from({ length: 50 }, (_, at) => fields[at + 3] ?? usual[at + 3] ?? "1");
  return `12 (a) b) ${all.join(" ")}`;
}
const looks: [what: string, fields: Readonly<Record<number, string>>, read: number, becoming: boolean][] = [
  ["one whose environment was read whole", {}, 30, false],
  ["one that has none", { 51: "700" }, 0, false],
  ["one whose former environment went while it was read", {}, 0, true],
  ["one whose former environment was cut while it was read", {}, 12, true],
  ["one that had another one when it was read", {}, 44, true],
  ["one that has neither arguments nor environment yet", { 26: "0", 50: "0", 51: "0" }, 0, true],
  ["one that has arguments, and an environment that is being laid down", { 26: "0", 51: "700" }, 0, true],
  ["one that has ended", { 3: "Z", 26: "0", 50: "0", 51: "0" }, 0, false],
  ["a thread of the kernel", { 9: "2129984", 26: "0", 50: "0", 51: "0" }, 0, false],
];
for (const [what, fields, read, becoming] of looks) {
  Deno.test(`isBecoming() is ${becoming} of ${what}`, () => {
    assert.equal(isBecoming(stat(fields), read), becoming);
  });
}

testOn(
  ["proc"],
  "find() sees a process at any moment while it becomes another program, and again",
  async () => {
    const script = await Deno.makeTempFile({ prefix: "kedge-become-" });
    await Deno.writeTextFile(script, 'exec /bin/sh "$0"\n');
    const value = crypto.randomUUID();
    // A large environment keeps the kernel busy while the program starts.
    const many = Array.from({ length: 2000 }, (_, at) => [`MANY_${at}`, "x".repeat(40)]);
    const env = { BECOMING: value, ...Object.fromEntries(many) };
    const child = new Deno.Command("/bin/sh", { args: [script], env }).spawn();
    let seen = 0;
    for (let look = 0; look < 300; look++) {
      const found = await markedProcesses().find("BECOMING", value, child.pid - 1);
      seen += Number(found.includes(child.pid));
    }
    child.kill("SIGKILL");
    await child.status;
    await Deno.remove(script);
    assert.equal(seen, 300);
  },
);
