import { deepEqual, equal } from "node:assert/strict";
import { diagOwner, diagRequest } from "../../../../src/core/platform/peer/diag.ts";
import { ownerIn } from "../../../../src/core/platform/peer/linux.ts";
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
  Deno.test(`ownerIn() finds ${what}`, () => equal(ownerIn(table, from, 8080), owner));
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
  Deno.test(`diagOwner() finds ${what}`, () => equal(diagOwner(bytes, 0xc001, 8080), owner));
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
