import { readGo } from "../../bundle/mod.ts";

/** Mistakes of an entry that go reports only through the program that Kedge generates around it. */
type EntryProblem = "package-main" | "wrong-package" | "no-run" | "wrong-run" | "excluded";

/** Returns the lines of an entry that such problems refer to; an empty object when the entry cannot be read. */
export function entryLines(entry: Uint8Array): Partial<Record<EntryProblem, number>> {
  const found: Partial<Record<EntryProblem, number>> = {};
  let constraint: number | undefined;
  let cgo: number | undefined;
  /** The line of a function that is almost Run: in other letter case, or a method. */
  let almost: number | undefined;
  /** Whether the next name is the first one of a `var`, `const` or `type`. */
  let declared = false;
  const fault = readGo(entry, {
    package(_, line) {
      found["package-main"] = found["wrong-package"] = found["no-run"] = line;
    },
    // A `go:build` line excludes a file only when it precedes the package clause.
    directive(text, line) {
      if (text.startsWith("go:build") && found["package-main"] === undefined) constraint ??= line;
    },
    import(one) {
      if (one.path === "C") cgo ??= one.line;
    },
    enter(name, receiver, line) {
      declared = name === null;
      if (name === "Run" && receiver === null) found["wrong-run"] = line;
      else if (name?.toLowerCase() === "run") almost ??= line;
    },
    name(name, line) {
      if (declared && name === "Run") found["wrong-run"] ??= line;
      declared = false;
    },
  });
  if (fault) return {};
  if (almost !== undefined) found["no-run"] = almost;
  const excluded = cgo ?? constraint;
  return excluded === undefined ? found : { ...found, excluded };
}

/** Returns the line on which a source imports a package; undefined when it does not. */
export function importLine(source: Uint8Array, path: string): number | undefined {
  let found: number | undefined;
  readGo(source, {
    import(one) {
      if (one.path === path) found ??= one.line;
    },
  });
  return found;
}
