import { lastName } from "./path.ts";
import { type CommandLine, type Env, type System, variable } from "./system.ts";

/** A position in a file; both numbers count from 1. */
interface LineAndColumn {
  readonly line?: number;
  readonly column?: number;
}

type PositionArguments = (path: string, line: number, column: number) => string[];

const colons: PositionArguments = (path, line, column) => [`${path}:${line}:${column}`];
const goto: PositionArguments = (path, line, column) => ["--goto", `${path}:${line}:${column}`];
const jetbrains: PositionArguments = (
  path,
  line,
  column,
) => ["--line", `${line}`, "--column", `${column}`, path];
const plus: PositionArguments = (path, line, column) => [`+${line}:${column}`, path];
const plusLine: PositionArguments = (path, line) => [`+${line}`, path];

/** Editors with a window of their own, and their arguments for a position. */
const EDITORS: ReadonlyMap<string, PositionArguments> = new Map([
  ...["code", "code-insiders", "codium", "vscodium", "cursor", "windsurf"].map((name) =>
    [name, goto] as const
  ),
  ...["subl", "sublime_text", "zed", "zeditor"].map((name) => [name, colons] as const),
  ...["idea", "goland", "webstorm", "pycharm", "phpstorm", "rubymine", "clion", "rider", "datagrip", "fleet"]
    .map((name) => [name, jetbrains] as const),
  ...["gedit", "xed", "pluma", "emacs"].map((name) => [name, plus] as const),
  ...["gvim", "mvim", "gnome-text-editor", "bbedit"].map((name) => [name, plusLine] as const),
  ["kate", (path, line, column) => ["-l", `${line}`, "-c", `${column}`, path]],
  ["mousepad", (path, line, column) => ["--line", `${line}`, "--column", `${column}`, path]],
  ["mate", (path, line, column) => ["-l", `${line}:${column}`, path]],
  ["notepad++", (path, line, column) => [`-n${line}`, `-c${column}`, path]],
]);

/**
 * Returns the command that opens the file in the editor of VISUAL or EDITOR; null when neither names an
 * editor with a window of its own (`vi` needs a terminal, which the tray does not have).
 */
export function editorCommand(
  system: System,
  env: Env,
  path: string,
  position: LineAndColumn,
): CommandLine | null {
  for (const name of ["VISUAL", "EDITOR"]) {
    const [program, ...args] = words(variable(system, env, name) ?? "");
    if (program === undefined || args.includes("-nw")) continue;
    const placed = EDITORS.get(lastName(program, true).toLowerCase().replace(/\.(exe|cmd|bat|sh)$/, ""));
    if (!placed) continue;
    return [
      program,
      ...args,
      ...(position.line ? placed(path, position.line, position.column ?? 1) : [path]),
    ];
  }
  return null;
}

/** Splits at spaces outside of quotes. EDITOR needs no more of a shell's rules. */
function words(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, bare]) =>
    double ?? single ?? bare ?? ""
  );
}
