import assert from "node:assert/strict";
import { isEnough, languageVersion, noGoMessage } from "../../../../../src/core/actions/build/go.ts";

const versions: [version: string, enough: boolean, language: string][] = [
  ["go1.18.10", false, "1.18"],
  ["go1.19", true, "1.19"],
  ["go1.26.8", true, "1.26"],
  ["go1.23rc1", true, "1.23"],
  ["go2.0", true, "2.0"],
  ["devel", true, "1.19"],
  ["gccgo", false, "1.19"],
];
for (const [version, enough, language] of versions) {
  Deno.test(`${version} is ${enough ? "" : "not "}enough and speaks ${language}`, () => {
    assert.equal(isEnough(version), enough);
    assert.equal(languageVersion(version), language);
  });
}

Deno.test("noGoMessage() says where Kedge looked, or what is too old, and what to install", () => {
  const looked = ["/a/go", "/b/go"];
  const none = noGoMessage({ looked }, true);
  assert.match(none.error, /^Go is not installed/);
  assert.match(none.hint, /^Install Go 1\.19 or later.* looked in \/a, \/b and asked your login shell/);
  assert.match(noGoMessage({ looked }).hint, /^Install Go 1\.19 or later .*, then run the action again\.$/);
  assert.match(
    noGoMessage({ looked: [], tooOld: { path: "/a/go", version: "go1.15" } }).error,
    /\/a\/go is go1\.15/,
  );
});
