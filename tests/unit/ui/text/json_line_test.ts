import { equal } from "node:assert/strict";
import { readableLine } from "../../../../src/ui/text/json_line.ts";

const LINES: [line: string, read: string][] = [
  ['{"level":"info","msg":"listening","port":8080}', "INFO listening port=8080"],
  ['{"severity":"ERROR","message":"no","err":{"code":1}}', 'ERROR no err={"code":1}'],
  ['{"time":"2026-01-01","msg":"a b","who":"two words"}', 'a b who="two words"'],
  ['{"level":30,"msg":"pino"}', "30 pino"],
  ['{"__proto__":{"a":1},"msg":"m"}', 'm __proto__={"a":1}'],
  ["{broken", "{broken"],
  ["plain", "plain"],
  ["[1]", "[1]"],
  ["{}", ""],
];
for (const [line, read] of LINES) {
  Deno.test(`readableLine() reads ${line}`, () => equal(readableLine(line), read));
}
