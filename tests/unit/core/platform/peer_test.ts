import { deepEqual, equal } from "node:assert/strict";
import { diagOwner, diagRequest } from "../../../../src/core/platform/peer/diag.ts";
import { ownerIn } from "../../../../src/core/platform/peer/linux.ts";
import { descends } from "../../../../src/core/platform/peer/caller.ts";
import { holderIn as holderByLsof, parentsIn } from "../../../../src/core/platform/peer/darwin.ts";
import { liveRuns, noteRun } from "../../../../src/core/platform/peer/live_runs.ts";
import { entryIn, holderIn } from "../../../../src/core/platform/peer/windows.ts";
import { mayCall, type Peer } from "../../../../src/core/platform/peer/rule.ts";
import { quickKindOf } from "../../../../src/core/platform/peer/prlimit.ts";
import { kindOf, limitIn, runKindOf } from "../../../../src/core/platform/peer/run_mark.ts";
import { pathIn, pidIn } from "../../../../src/core/platform/peer/unix.ts";
import { peerOf } from "../../../../src/core/platform/peer/mod.ts";

const TABLE =
  `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1
   1: 0100007F:1F90 0100007F:C001 01 00000000:00000000 00:00000000 00000000  1000        0 2
   2: 0100007F:C001 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1001        0 3
   3: 0200007F:C002 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1002        0 4
   4: 0100007F:C003 0100007F:1F91 01 00000000:00000000 00:00000000 00000000  1003        0 5
   5: 0100007F:C005 0100007F:1F90 05 00000000:00000000 00:00000000 00000000     0        0 0
   6: 0100007F:C006 0100007F:1F90 06 00000000:00000000 03:00000D2F 00000000     0        0 0 3 000000007d3d8b8a
`;
const TABLE6 =
  `   0: 0000000000000000FFFF00000100007F:C004 0000000000000000FFFF00000100007F:1F90 01 00000000:00000000 00:00000000 00000000  1004        0 6
`;

const CASES: readonly (readonly [what: string, table: string, from: number, owner: number | null])[] = [
  ["the caller's end, not the own one", TABLE, 0xc001, 1001],
  ["nobody from another address", TABLE, 0xc002, null],
  ["nobody to another port", TABLE, 0xc003, null],
  ["nobody from a port that is not there", TABLE, 0xc009, null],
  ["the caller with an IPv6 socket", TABLE6, 0xc004, 1004],
  ["nobody where the program has closed its socket", TABLE, 0xc005, null],
  ["nobody where the connection has ended", TABLE, 0xc006, null],
  ["nobody in an empty table", "", 0xc001, null],
];
for (const [what, table, from, owner] of CASES) {
  Deno.test(`ownerIn() finds ${what}`, () => equal(ownerIn(table, from, 8080)?.user ?? null, owner));
}

/** Returns the kernel's answer (`inet_diag_msg`) about a connection of user 1001. */
function answer(
  change: { type?: number; from?: number; to?: number; state?: number; inode?: number } = {},
): Uint8Array {
  const { type = 20, from = 0xc001, to = 8080, state = 1, inode = 7 } = change;
  const view = new DataView(new ArrayBuffer(88));
  view.setUint16(4, type, true);
  view.setUint8(17, state);
  view.setUint16(20, from);
  view.setUint16(22, to);
  view.setUint32(80, 1001, true);
  view.setUint32(84, inode, true);
  return new Uint8Array(view.buffer);
}

const ANSWERS: readonly (readonly [what: string, answer: Uint8Array, owner: number | null])[] = [
  ["the caller", answer(), 1001],
  ["nobody in an error", answer({ type: 2 }), null],
  ["nobody who only listens at the caller's port", answer({ state: 10, to: 0 }), null],
  ["nobody of another connection", answer({ from: 0xc002 }), null],
  ["nobody who calls another port", answer({ to: 8081 }), null],
  ["nobody where the program has closed its socket", answer({ inode: 0 }), null],
  ["nobody in a piece of an answer", answer().subarray(0, 80), null],
];
for (const [what, bytes, owner] of ANSWERS) {
  Deno.test(`diagOwner() finds ${what}`, () => equal(diagOwner(bytes, 0xc001, 8080)?.user ?? null, owner));
}

Deno.test("diagRequest() asks for one connection between two ports of 127.0.0.1", () => {
  const bytes = diagRequest(0xc001, 8080);
  deepEqual([...bytes.subarray(0, 8)], [72, 0, 0, 0, 20, 0, 1, 0]);
  deepEqual([...bytes.subarray(24, 32)], [0xc0, 0x01, 0x1f, 0x90, 127, 0, 0, 1]);
  deepEqual([...bytes.subarray(44, 48)], [127, 0, 0, 1]);
});

const ELSEWHERE = ["127.0.0.2", "192.0.2.2", "::1", "::ffff:127.0.0.1", "localhost", ""];
for (const hostname of ELSEWHERE) {
  Deno.test(`peerOf() takes nobody from ${JSON.stringify(hostname)} for the user`, async () => {
    equal(await peerOf({ transport: "tcp", hostname, port: 0xc001 }, 8080), "other");
  });
}

const MAY: Readonly<Record<Peer, boolean>> = {
  user: true,
  root: true,
  unknown: true,
  run: false,
  other: false,
};
for (const [peer, may] of Object.entries(MAY)) {
  Deno.test(`mayCall() ${may ? "lets" : "refuses"} ${peer}`, () => equal(mayCall(peer as Peer), may));
}

const LIMITS = (hard: string) =>
  `Limit                     Soft Limit           Hard Limit           Units
Max pending signals       31000                31000                signals
Max msgqueue size         819200               ${hard.padEnd(20)} bytes
Max nice priority         0                    0
`;
const TEXTS: readonly (readonly [text: string, limit: number | null])[] = [
  [LIMITS("819200"), 819200],
  [LIMITS("799999"), 799999],
  [LIMITS("unlimited"), Infinity],
  ["", null],
  ["Max msgqueue size 1", null],
];
for (const [text, limit] of TEXTS) {
  Deno.test(`limitIn() reads ${limit}`, () => equal(limitIn(text), limit));
}

const KINDS:
  readonly (readonly [what: string, limit: number, own: number, kind: "sandboxed" | "free" | null])[] = [
    ["of the user with the system's default", 819200, 819200, null],
    ["of the user with more than the default", Infinity, Infinity, null],
    ["of the user where everybody has less", 1000, 1000, null],
    ["of a run in a sandbox", 799999, 819200, "sandboxed"],
    ["of a free run", 799998, 819200, "free"],
    ["of a run that took more away from its limit", 0, 819200, "free"],
    ["of a run in a sandbox where everybody has less", 999, 1000, "sandboxed"],
    ["of a free run where everybody has less", 998, 1000, "free"],
  ];
for (const [what, limit, own, kind] of KINDS) {
  Deno.test(`kindOf() tells a process ${what}`, () => equal(kindOf(limit, own), kind));
}

/** Processes with a hard limit of message queues, and the kind of run that the limit marks. */
const MARKED: readonly (readonly [what: string, limit: string | null, kind: "sandboxed" | "free" | null])[] =
  [
    ["of no run without the mark", null, null],
    ["of no run with less than the user, but without the mark", "810000", null],
    ["of a run in a sandbox by its mark", "799999", "sandboxed"],
    ["of a free run by its mark", "799998", "free"],
  ];
for (const [what, limit, kind] of Deno.build.os === "linux" ? MARKED : []) {
  Deno.test(`quickKindOf() tells a process ${what}, as /proc does`, async () => {
    const mark = limit === null ? [] : ["prlimit", `--msgqueue=${limit}:${limit}`];
    const child = new Deno.Command("env", {
      args: [...mark, "sh", "-c", "echo; read _"],
      stdin: "piped",
      stdout: "piped",
    })
      .spawn();
    const said = child.stdout.getReader();
    // Once it prints, `prlimit` has set the limit.
    await said.read();
    equal(quickKindOf(child.pid), kind);
    equal(runKindOf(child.pid), kind);
    await child.stdin.close();
    await said.cancel();
    await child.status;
    equal(quickKindOf(child.pid), undefined);
  });
}

/** Returns the bytes that `getsockname` gives for a path. */
const named = (path: string, family = 1) =>
  new Uint8Array([family, 0, ...new TextEncoder().encode(path), 0, 7]);
const NAMES: readonly (readonly [what: string, bytes: Uint8Array, length: number, path: string | null])[] = [
  ["the path of a Unix socket", named("/run/a.sock"), 14, "/run/a.sock"],
  ["no path of one without a name", named(""), 2, null],
  ["no path of an abstract one", named("\0a"), 4, null],
  ["no path of another family", named("/run/a.sock", 2), 14, null],
];
for (const [what, bytes, length, path] of NAMES) {
  Deno.test(`pathIn() reads ${what}`, () => equal(pathIn(bytes, length), path));
}

Deno.test("pidIn() reads the process of a handle, and none of one that has ended or is not seen", () => {
  equal(pidIn("pos:\t0\nflags:\t02\nPid:\t42\nNSpid:\t42\n"), 42);
  for (const pid of ["-1", "0"]) equal(pidIn(`pos:\t0\nPid:\t${pid}\n`), null);
  equal(pidIn(""), null);
});

const PARENTS = new Map([[30, 20], [20, 10], [10, 1], [50, 51], [51, 50], [60, 5]]);
const DESCENT: readonly (readonly [what: string, pid: number, of: readonly number[], descends: boolean])[] = [
  ["the process itself", 10, [10], true],
  ["a child of its child", 30, [10], true],
  ["not its parent", 10, [20], false],
  ["not a process of others", 60, [10], false],
  ["not one that is not listed", 70, [10], false],
  ["nothing in a circle of numbers that were given again", 50, [10], false],
];
for (const [what, pid, of, expected] of DESCENT) {
  Deno.test(`descends() tells ${what}`, () => equal(descends(pid, new Set(of), PARENTS), expected));
}

const LSOF = "p41\nf9\nn127.0.0.1:49153->127.0.0.1:8081\np42\nf7\nn127.0.0.1:8080->127.0.0.1:49153\n" +
  "p43\nf8\nn*:1\nf9\nn127.0.0.1:49153->127.0.0.1:8080\n";
const LISTED: readonly (readonly [what: string, listing: string, pid: number | null])[] = [
  ["the caller's end, not the own one nor another port's", LSOF, 43],
  ["none where nothing is listed", "", null],
  ["none of another address", "p43\nn127.0.0.2:49153->127.0.0.1:8080\n", null],
];
for (const [what, listing, pid] of LISTED) {
  Deno.test(`holderIn() of macOS finds ${what}`, () => equal(holderByLsof(listing, 49153, 8080), pid));
}

Deno.test("parentsIn() reads what ps prints", () => {
  deepEqual([...parentsIn("    1     0\n  300     1\n12345   300\nx y\n")], [[1, 0], [300, 1], [12345, 300]]);
});

/** Returns a MIB_TCPTABLE_OWNER_PID with these connections. */
function tcpTable(
  ...rows: readonly (readonly [local: number, from: number, remote: number, to: number, pid: number])[]
) {
  const view = new DataView(new ArrayBuffer(4 + rows.length * 24));
  view.setUint32(0, rows.length, true);
  rows.forEach(([local, from, remote, to, pid], row) => {
    const at = 4 + row * 24;
    view.setUint32(at, 5, true);
    view.setUint32(at + 4, local);
    view.setUint16(at + 8, from);
    view.setUint32(at + 12, remote);
    view.setUint16(at + 16, to);
    view.setUint32(at + 20, pid, true);
  });
  return new Uint8Array(view.buffer);
}
const HERE = 0x7f000001,
  TABLE_OF_WINDOWS = tcpTable(
    [HERE, 8080, HERE, 49153, 1],
    [HERE, 49153, HERE, 8081, 2],
    [HERE + 1, 49153, HERE, 8080, 3],
    [HERE, 49153, HERE, 8080, 4],
  );
const ROWS: readonly (readonly [what: string, table: Uint8Array, pid: number | null])[] = [
  ["the caller's end, not the own one, another port's or another address's", TABLE_OF_WINDOWS, 4],
  ["none in an empty table", tcpTable(), null],
  ["none beyond a table that is cut", TABLE_OF_WINDOWS.slice(0, 90), null],
  ["none in no table", new Uint8Array(2), null],
];
for (const [what, table, pid] of ROWS) {
  Deno.test(`holderIn() of Windows finds ${what}`, () => equal(holderIn(table, 49153, 8080), pid));
}

Deno.test("entryIn() reads a process and its parent of a 64-bit PROCESSENTRY32W", () => {
  const view = new DataView(new ArrayBuffer(568));
  view.setUint32(8, 4242, true);
  view.setUint32(32, 99, true);
  deepEqual(entryIn(new Uint8Array(view.buffer)), [4242, 99]);
});

Deno.test("liveRuns() has a run until it has ended, however it ends", async () => {
  const one = Promise.withResolvers<void>(), other = Promise.withResolvers<void>();
  noteRun({ pid: 1, name: "A", value: "a" }, one.promise);
  noteRun({ pid: 2, name: "A", value: "b" }, other.promise);
  deepEqual(liveRuns().map(({ pid }) => pid), [1, 2]);
  one.resolve();
  await one.promise;
  deepEqual(liveRuns().map(({ pid }) => pid), [2]);
  other.reject(new Error("ended"));
  await other.promise.catch(() => {});
  await Promise.resolve();
  deepEqual(liveRuns(), []);
});
