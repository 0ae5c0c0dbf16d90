import { deepEqual, equal } from "node:assert/strict";
import { readSources } from "../support/house/sources.ts";

/** Calls that get each item of a list as an argument of its own: of a long list the call itself fails. */
const SPREAD =
  /(?:\.(?:push|unshift|splice|apply)|Math\.(?:max|min|hypot)|String\.from(?:CharCode|CodePoint))\((?:[^()[\]{}]|\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\})*?\.\.\./;

const CASES: readonly (readonly [code: string, spreads: boolean])[] = [
  ["list.push(...other)", true],
  ["Math.max(0, ...list.map((one) => one.length))", true],
  ["String.fromCharCode(...bytes)", true],
  ["list.push({ ...one, two })", false],
  ["list.push([...one])", false],
  ["Math.max(1, list.length)", false],
];
for (const [code, spreads] of CASES) {
  Deno.test(`a list as arguments is ${spreads ? "seen" : "not seen"} in ${code}`, () => {
    equal(SPREAD.test(code), spreads);
  });
}

Deno.test("no call gets a list as its arguments: a list may be longer than a call allows", async () => {
  const found = (await readSources("src")).filter(({ code }) => SPREAD.test(code)).map(({ path }) => path);
  deepEqual(found, []);
});
