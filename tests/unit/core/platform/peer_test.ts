import { deepEqual, equal } from "node:assert/strict";
import { diagOwner, diagRequest } from "../../../../src/core/platform/peer/diag.ts";
import { ownerIn } from "../../../../src/core/platform/peer/linux.ts";
import { mayCall, type Peer } from "../../../../src/core/platform/peer/rule.ts";
import { kindOf, limitIn } from "../../../../src/core/platform/peer/run_mark.ts";
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

/** An answer of the kernel (`inet_diag_msg`) about a connection of user 1001, and what a case changes in it. */
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

/** What `getsockname` gives for a path. */
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
