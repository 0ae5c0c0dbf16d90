import assert from "node:assert/strict";
import { homely } from "../../../../src/core/text/homely.ts";

const cases: readonly [path: string, home: string | undefined, shown: string][] = [
  ["/home/anna/extensions/toolbox", "/home/anna", "~/extensions/toolbox"],
  ["/home/annabel/x", "/home/anna", "/home/annabel/x"],
  ["/home/anna", "/home/anna", "/home/anna"],
  ["https://example.com/home/anna/x", "/home/anna", "https://example.com/home/anna/x"],
  ["C:\\Users\\anna\\x", "C:\\Users\\anna", "~\\x"],
  ["/home/anna/x", undefined, "/home/anna/x"],
];
for (const [path, home, shown] of cases) {
  Deno.test(`homely() shows ${path} in ${home} as ${shown}`, () => assert.equal(homely(path, home), shown));
}
