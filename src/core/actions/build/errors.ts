import type { Diagnostic } from "../../diagnostic.ts";
import { entryLines, importLine } from "./entry_position.ts";
import { type CompileResult, isPackageLine } from "./compilation.ts";
import { ownProperty } from "../../own_property.ts";
import { present } from "../../present.ts";
import { suggest } from "../../text/suggest.ts";
import { OLDEST_GO } from "./go.ts";

/** Maps paths in compiler output back to the bundle. */
interface BuildPaths {
  /** The action's file in the bundle. */
  readonly entry: string;
  /** Package path of the generated folder. */
  readonly folder: string;
  /** Folders of the bundle that an action may import. */
  readonly packages?: readonly string[];
  /** The content of the entry, in which messages about the generated program find their line. */
  readonly source?: Uint8Array;
}

/** Maximum problems shown of one build. */
const MAX_COUNT = 100;

/** Converts the output of `go build` into problems of the bundle's own files. */
export function readBuildErrors(output: string, paths: BuildPaths): Diagnostic[] {
  const found: Diagnostic[] = [];
  const general: string[] = [];
  for (const line of output.split(/\r?\n/)) {
    if (line.trim() === "" || line.startsWith("# ") || isPackageLine(line)) continue;
    const last = found.at(-1);
    if (/^\s/.test(line) && last) {
      found[found.length - 1] = { ...last, message: `${last.message}\n${line.trim()}` };
      continue;
    }
    if (line.startsWith("note: module requires Go")) continue;
    const match = positionIn(line);
    if (!match) {
      general.push(line);
      continue;
    }
    const [, path, row, column, message] = match;
    found.push(problem(path!.replaceAll("\\", "/"), Number(row), Number(column ?? 1), message!, paths));
  }
  if (found.length === 0) found.push(unparsed(general.join("\n"), paths));
  const unique = new Map(found.map((d) => [`${d.file}:${d.line}:${d.column}:${d.message}`, d]));
  return [...unique.values()].slice(0, MAX_COUNT);
}

/**
 * Matches a line that names a place: path, line, column and message. When the message itself begins with a
 * place, matches that one, because the first only led there.
 */
function positionIn(line: string): RegExpExecArray | null {
  const POSITION = /^\s*(?:\.\/|\.\\)?(.+?\.go):(\d+)(?::(\d+))?: (.*)$/;
  const match = POSITION.exec(line);
  return match && (/^\S[^:]*\.go:\d+:\d+: /.test(match[4]!) ? POSITION.exec(match[4]!) : match);
}

function problem(path: string, line: number, column: number, message: string, paths: BuildPaths): Diagnostic {
  const generated = path === `${paths.folder}/main.go`;
  const { message: text, hint, code } = generated && message === "undefined: action"
    ? NOT_ACTION
    : explain(withBundleNames(message, paths), paths);
  const file = path === `${paths.folder}/action/action.go` || generated ? paths.entry : path;
  return {
    severity: "error",
    code,
    path: [],
    file,
    ...(generated ? entryPosition(code, paths) : { line, column }),
    message: text,
    ...(hint ? { hint } : {}),
  };
}

/** Maps a message about the generated program to a line of the entry, or to the whole entry. */
function entryPosition(code: string, { source }: BuildPaths): { line?: number } {
  const line = source && ownProperty(entryLines(source), code);
  return line === undefined ? {} : { line };
}

function unparsed(text: string, paths: BuildPaths): Diagnostic {
  const { message, hint, code, imported } = explain(withBundleNames(text, paths), paths);
  const line = imported !== undefined && paths.source && importLine(paths.source, imported);
  return {
    severity: "error",
    code,
    path: [],
    file: paths.entry,
    ...(line ? { line } : entryPosition(code, paths)),
    message: message || "go build failed without saying why",
    ...(hint ? { hint } : {}),
  };
}

/** Replaces the names of generated files by those of the bundle, also in the traces of a panic. */
export function withBundleNames(text: string, paths: BuildPaths): string {
  return text
    .replaceAll(`bundle/${paths.folder}/action/action.go`, paths.entry)
    .replaceAll(`${paths.folder}/action/action.go`, paths.entry)
    .replaceAll(`bundle/${paths.folder}/action.`, "action.")
    .replace(/^(\t?)bundle\/(?=[^\n:]+\.go:\d)/gm, "$1");
}

interface Explained {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  /** Import path of the package that the message names; it shows which import caused the problem. */
  readonly imported?: string;
}

const NOT_ACTION: Explained = {
  code: "wrong-package",
  message: "the file is not package action",
  hint: "Write package action; Kedge makes the program around it.",
};
const RUN_HINT = "Write it as func Run(k *kedge.Ctx) error.";

/** Messages of Go about generated code, translated for the author of the action. */
const TRANSLATIONS: readonly [RegExp, (match: RegExpExecArray, paths: BuildPaths) => Explained][] = [
  [/undefined: action\.Run/, () => ({
    code: "no-run",
    message: "there is no func Run(k *kedge.Ctx) error",
    hint: "Kedge calls Run when the button is clicked.",
  })],
  [/cannot use action\.Run \((?:value of type )?(.*?)\) as/, ([, type]) => ({
    code: "wrong-run",
    message: `Run has the wrong form: ${
      type!.replace(/^value of type /, "").replace(/^variable of type /, "")
    }`,
    hint: RUN_HINT,
  })],
  [
    /action\.Run \(type\) is not an expression|in call to kedge\.Main, .*cannot infer|cannot use generic function action\.Run/,
    ([message]) => ({
      code: "wrong-run",
      message: `Run has the wrong form: it is ${message!.includes("(type)") ? "a type" : "generic"}`,
      hint: RUN_HINT,
    }),
  ],
  [
    /import "bundle\/(.*)" is a program, not an importable package/,
    ([, name], { folder }) =>
      name === `${folder}/action`
        ? {
          code: "package-main",
          message: "the file is package main",
          hint: "An action is package action without func main; Kedge makes the program around it.",
        }
        : {
          code: "imported-main",
          message: `the Go files in ${name}/ are package main`,
          hint: "What is imported has a package name of its own and no func main.",
        },
  ],
  [
    /(?:cannot find module providing package|no required module provides package) ([^\s:;]+)/,
    ([, name], paths) => ({
      code: "foreign-import",
      message: `the package ${name} is not in the bundle, the SDK or the standard library`,
      hint: importHint(name!, paths) ??
        'Copy its source into the bundle and import it as "bundle/FOLDER"; nothing is downloaded.',
    }),
  ],
  [/package (\S+) is not in (?:GOROOT|std)/, ([, name], paths) => ({
    code: "unknown-import",
    message: name!.startsWith("bundle/")
      ? `the bundle has no Go package in ${name!.slice("bundle/".length)}/`
      : `this Go has no package ${name}`,
    hint: importHint(name!, paths) ??
      (name!.startsWith("bundle/")
        ? "The folder of the entry is compiled for its entry only; shared code needs a folder of its own."
        : "Check the import, or install a newer Go."),
  })],
  [/"(\.[^"]*)" is relative, but relative import paths are not supported/, ([, name], paths) => ({
    code: "unknown-import",
    message: `imports are not relative: ${name}`,
    hint: importHint(name!, paths) ?? 'Code of the bundle is imported by its folder: "bundle/FOLDER".',
  })],
  [/use of internal package (\S+) not allowed/, ([, name]) => ({
    code: "internal-import",
    message: name!.startsWith("bundle/")
      ? `the package ${name} is only for what lies in ${name!.slice(7, name!.lastIndexOf("/internal") + 1)}`
      : `the package ${name} is not for actions`,
  })],
  [/build constraints exclude all Go files(?: in (\S.*))?/, ([, where], { folder }) => {
    const name = where?.replaceAll("\\", "/") ?? `${folder}/action`;
    const hint = 'Take the //go:build line out; an action cannot import "C".';
    const why = 'imports "C" or has a //go:build line that excludes it';
    return name === `${folder}/action`
      ? { code: "excluded", message: `the file is left out of the build: it ${why}`, hint }
      : {
        code: "excluded-import",
        message: `the Go files in ${name}/ are left out of the build: each ${why}`,
        hint,
        imported: `bundle/${name}`,
      };
  }],
  [
    /imported (?:and|but) not used: "bundle\/[^"]*kedgerun_*\/action"|"bundle\/[^"]*kedgerun_*\/action" imported/,
    () => NOT_ACTION,
  ],
  [/expected 'package', found 'EOF'/, () => ({ code: "empty-source", message: "the file is empty" })],
  [/requires go1\.(\d+) or later|module requires Go 1\.(\d+)/, (match) => ({
    code: "newer-go",
    message: match.input.trim(),
    hint: `Install a newer Go; Kedge itself needs ${OLDEST_GO}.`,
  })],
];

/**
 * Returns a hint with the import path that was probably meant: a folder of the bundle that ends like the
 * written path or resembles it.
 */
function importHint(written: string, { packages = [] }: BuildPaths): string | undefined {
  const path = written.replace(/^(bundle|\.{1,2})(\/|$)/, "").replace(/^(\.\.?\/)+/, "").toLowerCase();
  const meant = packages.find((folder) => {
    const lower = folder.toLowerCase();
    return lower === path || path.endsWith(`/${lower}`) || lower.endsWith(`/${path}`);
  }) ?? suggest(path, packages);
  return meant === undefined ? undefined : `Write "bundle/${meant}".`;
}

function explain(message: string, paths: BuildPaths): Explained {
  for (const [pattern, translate] of TRANSLATIONS) {
    const match = pattern.exec(message);
    if (match) return translate(match, paths);
  }
  return { code: "does-not-compile", message };
}

/** Returns the problems of a build as one text for an outcome, one line each. */
export function buildErrorText(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map(({ file, line, column, message }) =>
    `${[file, line, column].filter((part) => part !== undefined).join(":")}: ${message}`
  ).join("\n");
}

/** Returns the problems of a failed compilation: those of the bundle's files, otherwise one for the failure itself. */
export function buildProblems(
  entry: string,
  { error, hint, diagnostics }: Omit<Extract<CompileResult, { ok: false }>, "ok">,
): readonly Diagnostic[] {
  if (diagnostics.length > 0) return diagnostics;
  const failed = {
    severity: "error",
    code: "compile-failed",
    path: [],
    file: entry,
    message: error,
  } as const;
  return [{ ...failed, ...present({ hint }) }];
}
