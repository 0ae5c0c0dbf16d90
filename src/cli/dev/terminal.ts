import { join } from "node:path";
import { LIMITS } from "../../core/bundle/mod.ts";
import { hasErrors } from "../../core/diagnostic.ts";
import { readRegularFileNow } from "../../core/files/read.ts";
import type { DevelopmentState } from "../../core/state/development.ts";
import { logged, outputLine } from "../../core/text/outside.ts";
import { colorsFor, painter } from "../colours.ts";
import { countedDiagnostics, report } from "../report.ts";
import type { DevEvent } from "./events.ts";
import { formatNumber, formatSeconds } from "../../core/text/locale.ts";

/**
 * Creates the output of `--dev` for the work on a folder. `again` is called for the key that repeats the last
 * run.
 */
export function createTerminal(folder: string, json: boolean, again: () => void) {
  // With --json, standard output contains only the one document.
  const out = json ? Deno.stderr : Deno.stdout;
  const print = (text: string) => json ? console.error(text) : console.log(text);
  const colors = colorsFor(out);
  const paint = painter(colors);
  const stopKeys = out.isTerminal() ? followKeys(again) : null;
  let last: DevelopmentState | undefined;
  let refused = false;

  print(
    `Working on ${logged(folder)}: actions are in the palette and the tray.` +
      `\n${stopKeys ? "Enter runs the last one again, " : ""}Ctrl+C ends it; nothing of it stays.`,
  );

  function showState(state: DevelopmentState): void {
    last = state;
    const { status, diagnostics, actions, at, ms = 0 } = state;
    // The result is printed when compiling ends.
    if (status === "checking" || status === "compiling") return;
    const time = formatSeconds(at);
    const counted = countedDiagnostics(diagnostics);
    const message = status === "ready"
      ? paint(
        "32",
        `ready: ${actions} ${actions === 1 ? "action" : "actions"} in ${formatNumber(ms / 1000, 1)} s`,
      )
      : paint("1;31", counted);
    print(`${time}  ${message}${status === "ready" && counted ? `, ${counted}` : ""}`);
    if (diagnostics.length > 0) {
      print(report(diagnostics, { file: folder, source: (path) => textOf(folder, path), colors }));
    }
  }

  return {
    /** Whether Kedge failed the work before it sent the first state. */
    get refused() {
      return refused;
    },
    show(event: DevEvent) {
      switch (event.type) {
        case "state":
          return showState(event.state);
        case "begin":
          return print(paint("1", `▶ ${logged(event.label)}`));
        case "lines":
          return event.lines.forEach(({ stream, text }) =>
            print(`  ${stream === "stderr" ? paint("31", outputLine(text)) : outputLine(text)}`)
          );
        case "end": {
          const { label, status, ms, error, hint } = event;
          const ok = status === "ok";
          print(
            paint(ok ? "32" : "31", `■ ${logged(label)}: ${status} after ${formatNumber(ms / 1000, 1)} s`),
          );
          for (const line of (error ?? "").split("\n")) if (line) print(`  ${logged(line)}`);
          if (hint) print(`  ${logged(hint)}`);
          return;
        }
        case "failed":
          refused ||= !last;
          console.error(`kedge: ${logged(event.error)}${event.hint ? `\n${logged(event.hint)}` : ""}`);
      }
    },
    /** Restores the terminal. With `--json` it prints the one document. */
    close() {
      stopKeys?.();
      if (!json) return;
      const { extension = null, diagnostics = [] } = last ?? {};
      const ok = last !== undefined && !hasErrors(diagnostics);
      console.log(JSON.stringify({ ok, folder, ...(extension !== null && { id: extension }), diagnostics }));
    },
  };
}

function textOf(folder: string, path: string | undefined): string | undefined {
  if (path === undefined || path.split("/").includes("..")) return undefined;
  const read = readRegularFileNow(join(folder, path), LIMITS.file, { follow: false });
  return read.ok ? new TextDecoder().decode(read.bytes) : undefined;
}

/**
 * Calls `again` for Enter and r, and returns the function that stops this. Returns null without a terminal,
 * because only terminals deliver single keys.
 */
function followKeys(again: () => void): (() => void) | null {
  if (!Deno.stdin.isTerminal()) return null;
  Deno.stdin.setRaw(true, { cbreak: true });
  const keys = Deno.stdin.readable.getReader();
  void (async () => {
    for (let read = await keys.read(); !read.done; read = await keys.read()) {
      if (read.value.some((key) => key === 0x0a || key === 0x0d || key === 0x72)) again();
    }
  })().catch(() => {});
  return () => {
    void keys.cancel().catch(() => {});
    Deno.stdin.setRaw(false);
  };
}
