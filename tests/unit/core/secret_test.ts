import assert from "node:assert/strict";
import { inspect } from "node:util";
import { Secret } from "../../../src/core/secret.ts";

const secret = new Secret("hunter2");
const shown: [string, () => string][] = [
  ["printed", () => String(secret)],
  ["put in a template", () => `${secret}`],
  ["serialised", () => JSON.stringify({ secret })],
  ["inspected by Deno", () => Deno.inspect({ secret })],
  ["inspected by node", () => inspect({ secret })],
  ["copied into an object", () => JSON.stringify({ ...secret })],
  ["put in an error", () => new Error(`login ${secret}`).message],
];

for (const [how, show] of shown) {
  Deno.test(`Secret does not show its value when ${how}`, () => assert.ok(!show().includes("hunter2")));
}

Deno.test("open() gives the value", () => assert.equal(secret.open(), "hunter2"));
