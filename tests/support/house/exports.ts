import type { Source } from "./sources.ts";

/** A name that a file exports. */
export interface Exported {
  /** Path from the project's root, with `/`. */
  readonly path: string;
  readonly name: string;
  /** The file and name of a re-export; absent for the file's own declaration. */
  readonly from?: { readonly path: string; readonly name: string };
}

/** A use of another file's export. */
interface Taken {
  readonly path: string;
  /** A name, or the whole module: `named` uses names of an imported module object, `all` uses everything. */
  readonly name: string | { readonly whole: "named" | "all" };
}

const DECLARED =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*? ?|const |let |class |interface |type |enum )(\w+)/gm;
const DESTRUCTURED = /^export const \{([^}]*)\}/gm;
const LISTED = /^export (?:type )?\{([^}]*)\}(?: from "([^"]+)")?/gm;
const EVERYTHING = /^export \*(?: as (\w+))? from "([^"]+)"/gm;
const NAMED = /^import (?:type )?(?:\w+, )?\{([^}]*)\} from "([^"]+)"/gm;
const SPACE = /^import (?:type )?\* as (\w+) from "([^"]+)"/gm;
const CALLED = /\bimport\(\s*"([^"]+)"/g;

/** Returns the names of a list in braces, as `[there, here]`. */
const names = (list: string): [there: string, here: string][] =>
  list.split(",").map((one) => one.trim().replace(/^type /, "")).filter(Boolean).map((one) => {
    const [there = "", here = there] = one.split(/ as |: /);
    return [there, here];
  });

/** Returns the names that the files export, except defaults. */
function exportsOf(all: readonly Source[]): Exported[] {
  return all.flatMap((source) => {
    const { path, code } = source;
    const file = resolver(source);
    const found: Exported[] = [];
    for (const [, name] of code.matchAll(DECLARED)) found.push({ path, name: name! });
    for (const [, list] of code.matchAll(DESTRUCTURED)) {
      for (const [, name] of names(list!)) found.push({ path, name });
    }
    for (const [, list, specifier] of code.matchAll(LISTED)) {
      const other = specifier === undefined ? undefined : file(specifier);
      if (specifier !== undefined && other === undefined) continue;
      for (const [there, name] of names(list!)) {
        found.push({ path, name, ...(other ? { from: { path: other, name: there } } : {}) });
      }
    }
    // An overloaded function has several declarations.
    return found.filter(({ name }, index) => found.findIndex((one) => one.name === name) === index);
  });
}

/** Returns the exports of other files that a file uses. */
function takenBy(source: Source): Taken[] {
  const { code } = source;
  const file = resolver(source);
  const taken: Taken[] = [];
  const take = (specifier: string, name: Taken["name"]) => {
    const path = file(specifier);
    if (path) taken.push({ path, name });
  };
  for (const [, list, specifier] of code.matchAll(NAMED)) {
    for (const [there] of names(list!)) take(specifier!, there);
  }
  for (const [, space, specifier] of code.matchAll(SPACE)) {
    const passedOn = new RegExp(`(?<!\\* as )\\b${space}\\b(?!\\.)`).test(code);
    take(specifier!, { whole: passedOn ? "all" : "named" });
  }
  for (const [, specifier] of code.matchAll(CALLED)) take(specifier!, { whole: "named" });
  return taken;
}

/** Returns exports that no other file among the `users` uses, directly or through re-exports. */
export function unusedExports(all: readonly Source[], users: readonly Source[]): Exported[] {
  const exported = exportsOf(all);
  const key = (path: string, name: string) => `${path}#${name}`;
  const byKey = new Map(exported.map((one) => [key(one.path, one.name), one]));
  const byPath = Map.groupBy(exported, ({ path }) => path);
  const passedWhole = new Map(all.map((source) => {
    const file = resolver(source);
    return [source.path, [...source.code.matchAll(EVERYTHING)].map(([, , specifier]) => file(specifier!))];
  }));
  const used = new Set<string>();
  const use = (path: string, name: string) => {
    const one = byKey.get(key(path, name));
    if (used.has(key(path, name))) return;
    if (one) used.add(key(path, name));
    if (one?.from) use(one.from.path, one.from.name);
    if (!one) { for (const next of passedWhole.get(path) ?? []) if (next) use(next, name); }
  };
  for (const user of users) {
    for (const { path, name } of takenBy(user)) {
      if (path === user.path) continue;
      if (typeof name === "string") use(path, name);
      else {
        const words = new Set(user.code.match(/\w+/g));
        for (const one of byPath.get(path) ?? []) {
          if (name.whole === "all" || words.has(one.name)) use(path, one.name);
        }
      }
    }
  }
  return exported.filter(({ path, name }) => !used.has(key(path, name)));
}

/** Returns declared exports that neither the `users` nor the file itself use. */
export function deadExports(all: readonly Source[], users: readonly Source[]): Exported[] {
  const code = new Map(all.map((one) => [one.path, one.code]));
  const times = ({ path, name }: Exported) => code.get(path)!.match(new RegExp(`\\b${name}\\b`, "g"))!.length;
  return unusedExports(all, users).filter((one) => !one.from && times(one) === 1);
}

/** Returns a function that resolves an import of the file to a file of the project. */
function resolver({ imports }: Source): (specifier: string) => string | undefined {
  const files = new Map(imports.map(({ specifier, file }) => [specifier, file]));
  return (specifier) => files.get(specifier);
}
