import assert from "node:assert/strict";
import { accountNumber, accountTitle, isNameTyped } from "../../../../src/core/accounts/words.ts";

const WORDS: readonly [what: string, got: string | boolean, expected: string | boolean][] = [
  ["accountNumber() groups in fours", accountNumber("012345678901"), "0123 4567 8901"],
  ["accountNumber() leaves what is no number of an account", accountNumber("12345"), "12345"],
  ["isNameTyped() takes the name", isNameTyped("shop", "shop"), true],
  ["isNameTyped() tells letters apart", isNameTyped("Shop", "shop"), false],
  ["isNameTyped() takes a number as it is shown", isNameTyped("1234 5678 9012", "1234 5678 9012"), true],
  ["isNameTyped() takes a number without spaces", isNameTyped("123456789012", "1234 5678 9012"), true],
  ["isNameTyped() refuses another number", isNameTyped("123456789013", "1234 5678 9012"), false],
  ["isNameTyped() refuses nothing", isNameTyped("", "1234 5678 9012"), false],
  ["isNameTyped() refuses where nothing was sent", isNameTyped(undefined, "shop"), false],
  ["accountTitle() says names before numbers", accountTitle("123456789012", "shop"), "shop · 1234 5678 9012"],
  ["accountTitle() without a name is the number", accountTitle("123456789012"), "1234 5678 9012"],
  ["accountTitle() of an empty name is the number", accountTitle("123456789012", ""), "1234 5678 9012"],
];
for (const [what, got, expected] of WORDS) Deno.test(what, () => assert.equal(got, expected));
