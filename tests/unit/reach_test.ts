import { deepEqual, equal } from "node:assert/strict";
import { readSources } from "../support/house/sources.ts";

/** An expression for a page that acts at once on what may only come with the next drawing. */
const AT_ONCE = /\.(?:click|focus|select)\(\)["'`]/;

const CASES: readonly (readonly [code: string, seen: boolean])[] = [
  [`tab.evaluate("document.querySelector('button').click()")`, true],
  ["tab.evaluate(`document.querySelector('[name=${name}]').select()`)", true],
  [`tab.reach("document.querySelector('button')")`, false],
  [`button.click();`, false],
];
for (const [code, seen] of CASES) {
  Deno.test(`what acts at once is ${seen ? "seen" : "not seen"} in ${code}`, () => {
    equal(AT_ONCE.test(code), seen);
  });
}

Deno.test("tests of pages reach for elements with tab.reach(), which waits for them", async () => {
  const folders = ["tests/desktop", "tests/support", "tests/integration", "tests/bench"];
  const sources = (await Promise.all(folders.map((folder) => readSources(folder)))).flat();
  deepEqual(sources.filter(({ code }) => AT_ONCE.test(code)).map(({ path }) => path), []);
});
