import assert from "node:assert/strict";
import { isOf } from "../../../../../src/core/aws/credentials/credentials.ts";

const ID = "123456789012";
const user = `arn:aws:iam::${ID}:user/ann`;
const reader = `arn:aws:sts::${ID}:assumed-role/Reader/session`;
const permissionSet = `arn:aws:sts::${ID}:assumed-role/AWSReservedSSO_Power_User_0a1b2c3d4e5f6071/ann`;

const cases: [arn: string, account: string, role: string, fits: boolean][] = [
  [user, ID, "", true],
  [user, ID, "Reader", false],
  [reader, ID, "Reader", true],
  [reader, ID, "Read", false],
  [reader, ID, "", true],
  [reader, ID, "Admin", false],
  [permissionSet, ID, "Power_User", true],
  [permissionSet, ID, "AWSReservedSSO_Power_User_0a1b2c3d4e5f6071", true],
  [permissionSet, ID, "User", false],
  [reader, "210987654321", "Reader", false],
];
for (const [arn, id, role, fits] of cases) {
  Deno.test(`isOf() is ${fits} when ${arn.split(":").at(-1)} meets ${id}/${role}`, () => {
    assert.equal(isOf({ account: ID, arn }, { account: id, role }), fits);
  });
}
