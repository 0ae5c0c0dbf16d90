import assert from "node:assert/strict";
import {
  type BuildProgress,
  followBuild,
  isPackageLine,
} from "../../../../../src/core/actions/build/compilation.ts";

const lines: [line: string, name: boolean][] = [
  ["internal/goarch", true],
  ["vendor/golang.org/x/net/http/httpguts", true],
  ["bundle/kedgerun/action", true],
  ["# bundle/kedgerun/action", false],
  ["kedgerun/action/action.go:3:32: declared and not used: x", false],
  ["signal: killed", false],
  ["go: no space left on device", false],
  ["", false],
];
for (const [line, name] of lines) {
  Deno.test(`isPackageLine() is ${name} of "${line}"`, () => assert.equal(isPackageLine(line), name));
}

Deno.test("followBuild() tells nothing of a few packages, and of many how far it is once that is known", async () => {
  const told: BuildProgress[] = [];
  let counts = 0;
  const follow = followBuild(() => (counts++, Promise.resolve(20)), (progress) => told.push(progress));
  for (let i = 0; i < 7; i++) follow(`package${i}`);
  assert.deepEqual([told, counts], [[], 0]);
  follow("package7");
  assert.deepEqual(told, [{ name: "package7", fraction: null }]);
  await Promise.resolve();
  follow("# not a package");
  follow("package8");
  follow("package9");
  assert.deepEqual(told.slice(1), [{ name: "package8", fraction: 0.45 }, {
    name: "package9",
    fraction: 0.5,
  }]);
  assert.equal(counts, 1);
});

Deno.test("followBuild() goes on when the packages cannot be counted", async () => {
  const told: BuildProgress[] = [];
  const follow = followBuild(() => Promise.reject(new Error("no go")), (progress) => told.push(progress));
  for (let i = 0; i < 10; i++) follow(`package${i}`);
  await Promise.resolve();
  follow("last");
  assert.equal(told.at(-1)!.fraction, null);
});
