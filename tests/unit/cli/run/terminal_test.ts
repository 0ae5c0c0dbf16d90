import { deepEqual } from "node:assert/strict";
import { createTerminalSurface } from "../../../../src/cli/run/terminal.ts";

type Toast = readonly [id: string, type: "loading" | "success" | "info", message: string] | string;

/** Returns what a run's toasts write to standard error; a text dismisses the toast with this ID. */
function written(toasts: readonly Toast[], terminal: boolean): string[] {
  const { stderr } = Deno;
  const { isTerminal, writeSync } = stderr;
  let text = "";
  stderr.isTerminal = () => terminal;
  stderr.writeSync = (bytes) => {
    text += new TextDecoder().decode(bytes);
    return bytes.length;
  };
  try {
    const { surface, close } = createTerminalSurface({
      quiet: false,
      answered: true,
      onUnanswerable: () => {},
      choices: {} as never,
    });
    for (const toast of toasts) {
      if (typeof toast === "string") surface.dismissToast(toast);
      else surface.toast({ id: toast[0], type: toast[1], title: "", message: toast[2] }, 0);
    }
    close();
  } finally {
    Object.assign(stderr, { isTerminal, writeSync });
  }
  // deno-lint-ignore no-control-regex
  return text.replace(/\x1b\[[\d;]*[mK]|\r/g, "").split("\n").filter(Boolean);
}

const STEPS = ["1 of 3", "2 of 3", "3 of 3"].map((message) => ["a", "loading", message] as const);

const CASES:
  readonly (readonly [what: string, toasts: readonly Toast[], lines: string[], terminal?: boolean])[] = [
    ["a loading toast is updated at each step", STEPS, ["[loading] 1 of 3"]],
    ["a loading toast ends", [...STEPS, ["a", "success", "Done"]], ["[loading] 1 of 3", "[success] Done"]],
    ["a loading toast begins anew after its end", [STEPS[0]!, ["a", "info", "Half"], ...STEPS], [
      "[loading] 1 of 3",
      "[info] Half",
      "[loading] 1 of 3",
    ]],
    ["a loading toast begins anew after it was dismissed", [...STEPS, "a", ...STEPS], [
      "[loading] 1 of 3",
      "[loading] 1 of 3",
    ]],
    ["two toasts load", [...STEPS, ["b", "loading", "Other"]], ["[loading] 1 of 3", "[loading] Other"]],
    ["another kind of toast is updated", [["a", "info", "1"], ["a", "info", "2"]], ["[info] 1", "[info] 2"]],
    ["there is a terminal", STEPS, ["[loading] 1 of 3", "[loading] 2 of 3", "[loading] 3 of 3"], true],
  ];
for (const [what, toasts, lines, terminal = false] of CASES) {
  Deno.test(`createTerminalSurface() writes a line for each new toast when ${what}`, () =>
    deepEqual(written(toasts, terminal), lines));
}
