import { deepEqual } from "node:assert/strict";
import { parseConfig, positionRules } from "../../../../src/core/config/mod.ts";
import type { Diagnostic } from "../../../../src/core/diagnostic.ts";

Deno.test("positionRules() counts the bad rules of the file in and gives the rule's place", () => {
  const text = '\ufeff{"envRules": [{"env": "bad"},\n  {"env": "slow", "matchName": "(a+)+$"}]}';
  const off: Diagnostic = {
    severity: "error",
    code: "rule-too-slow",
    path: ["envRules", 0],
    message: "slow",
  };
  const other: Diagnostic = { ...off, path: ["envRules"] };
  deepEqual(positionRules([off, other], parseConfig(text).ruleIndexes, text), [
    { ...off, path: ["envRules", 1], line: 2, column: 3 },
    other,
  ]);
});

Deno.test("positionRules() leaves a rule without a place when the text has changed", () => {
  const off: Diagnostic = {
    severity: "error",
    code: "rule-too-slow",
    path: ["envRules", 3],
    message: "slow",
  };
  deepEqual(positionRules([off], [], "{}"), [off]);
});
