import assert from "node:assert/strict";
import { logMarks } from "../../../../src/ui/text/log_marks.ts";

/** Marked places in brackets, each with its kind. */
function shown(text: string, wanted = ""): string {
  let [drawn, at] = ["", 0];
  for (const { start, end, kind } of logMarks(text, wanted)) {
    drawn += `${text.slice(at, start)}<${kind.replace("level ", "")}:${text.slice(start, end)}>`;
    at = end;
  }
  return drawn + text.slice(at);
}

const CASES: readonly (readonly [text: string, wanted: string, marked: string])[] = [
  ["ERROR payment refused", "", "<danger-level:ERROR> payment refused"],
  ["2026-11-23 18:47:05 WARN slow", "", "2026-11-23 18:47:05 <caution-level:WARN> slow"],
  ["level=warning msg=slow", "", "level=<caution-level:warning> msg=slow"],
  ["[error] 12#12: open() failed", "", "[<danger-level:error>] 12#12: open() failed"],
  ["INFO listening", "", "<plain-level:INFO> listening"],
  ["DEBUG pool 4", "", "<quiet-level:DEBUG> pool 4"],
  ["no error was found", "", "no error was found"],
  ["GET /ERRORS 200", "", "GET /ERRORS 200"],
  ["INFO Order of orders", "order", "<plain-level:INFO> <sought:Order> of <sought:order>s"],
  ["ERROR refused", "error", "<sought:ERROR> refused"],
  [`${"x".repeat(130)} ERROR`, "", `${"x".repeat(130)} ERROR`],
];
for (const [text, wanted, marked] of CASES) {
  Deno.test(`logMarks() marks ${JSON.stringify(text.slice(0, 40))} looked through for "${wanted}"`, () => {
    assert.equal(shown(text, wanted), marked);
  });
}
