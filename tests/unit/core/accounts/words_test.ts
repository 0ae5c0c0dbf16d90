import assert from "node:assert/strict";
import { accountNumber, accountTitle } from "../../../../src/core/accounts/words.ts";

const WORDS: readonly [what: string, got: string, expected: string][] = [
  ["accountNumber() groups in fours", accountNumber("012345678901"), "0123 4567 8901"],
  ["accountNumber() leaves what is no number of an account", accountNumber("12345"), "12345"],
  ["accountTitle() says names before numbers", accountTitle("123456789012", "shop"), "shop · 1234 5678 9012"],
  ["accountTitle() without a name is the number", accountTitle("123456789012"), "1234 5678 9012"],
  ["accountTitle() of an empty name is the number", accountTitle("123456789012", ""), "1234 5678 9012"],
];
for (const [what, got, expected] of WORDS) Deno.test(what, () => assert.equal(got, expected));
