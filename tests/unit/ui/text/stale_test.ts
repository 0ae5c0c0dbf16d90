import assert from "node:assert/strict";
import { parseConfig } from "../../../../src/core/config/mod.ts";
import { staleWords } from "../../../../src/ui/text/stale.ts";

const cases: readonly (readonly [text: string, words: RegExp])[] = [
  [
    '{\n  "perPage": 100\n  "servers": []\n}',
    /^config\.json, line \d: .*comma.*\. The last good version stays in use\.$/,
  ],
  ["", /^config\.json, line 1: the file is empty\. The last good version stays in use\.$/],
];
for (const [text, words] of cases) {
  Deno.test(`staleWords() says what is wrong with ${JSON.stringify(text)}, where, and what counts`, () => {
    assert.match(staleWords(parseConfig(text).diagnostics), words);
  });
}

Deno.test("staleWords() of a file without a place says what counts", () => {
  assert.equal(
    staleWords([]),
    "config.json: it cannot be read. The last good version stays in use.",
  );
});
