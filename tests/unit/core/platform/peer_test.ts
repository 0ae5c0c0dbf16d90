import { equal } from "node:assert/strict";
import { ownerIn } from "../../../../src/core/platform/peer/linux.ts";

const TABLE =
  `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1
   1: 0100007F:1F90 0100007F:C001 01 00000000:00000000 00:00000000 00000000  1000        0 2
   2: 0100007F:C001 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1001        0 3
   3: 0200007F:C002 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1002        0 4
   4: 0100007F:C003 0100007F:1F91 01 00000000:00000000 00:00000000 00000000  1003        0 5
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
  ["nobody in an empty table", "", 0xc001, null],
];
for (const [what, table, from, owner] of CASES) {
  Deno.test(`ownerIn() finds ${what}`, () => equal(ownerIn(table, from, 8080), owner));
}
