import assert from "node:assert/strict";
import { tooMany } from "../../../../../src/core/actions/log/trim.ts";

/** `action:minute:size` as a log file, with `:cli` behind it of a run of the command line. */
function log(text: string) {
  const [action, minute, size, cli] = text.split(":");
  return {
    name: `x~${action}~20260102T03${minute!.padStart(2, "0")}00.000Z~00000000${cli ? "~cli" : ""}.log`,
    size: Number(size),
  };
}

const cases: [name: string, logs: string[], gone: string[]][] = [
  ["nothing when both limits hold", ["a:1:10", "a:2:10", "b:1:80"], []],
  ["the oldest of an action that has too many", ["a:3:1", "a:1:1", "a:4:1", "a:2:1", "b:0:1"], ["a:1:1"]],
  ["the oldest of the loudest action when all are too large", ["a:1:40", "a:2:40", "b:0:30"], ["a:1:40"]],
  [
    "one by one, of whichever is the loudest then",
    ["a:1:60", "a:2:45", "b:1:40", "b:2:20"],
    ["a:1:60", "b:1:40"],
  ],
  [
    "nothing of the tray when the command line runs the same action again and again",
    ["a:1:1", "a:2:1:cli", "a:3:1:cli", "a:4:1:cli", "a:5:1:cli"],
    ["a:2:1:cli", "a:3:1:cli"],
  ],
  [
    "the oldest of the tray when those are more than the command line's",
    ["a:1:1", "a:2:1", "a:3:1", "a:4:1:cli"],
    ["a:1:1"],
  ],
  [
    "those of the command line first when they are the loudest",
    ["a:1:40", "a:2:30:cli", "a:3:40:cli"],
    ["a:2:30:cli"],
  ],
  ["all that it must when one alone is too large", ["a:1:200"], ["a:1:200"]],
];
for (const [name, logs, gone] of cases) {
  Deno.test(`tooMany() is ${name}`, () => {
    assert.deepEqual(tooMany(logs.map(log), 3, 100), gone.map((text) => log(text).name));
  });
}
