import { dirname, join, relative } from "node:path/posix";
import { fileURLToPath } from "node:url";

/** One import of a source file. */
export interface Import {
  /** Specifier as written, for example `../secret.ts` or `pg`. */
  readonly specifier: string;
  /** Path of the imported file from the project's root; absent for packages. */
  readonly file?: string;
  /** Whether only types are imported, which do not exist at run time. */
  readonly typeOnly: boolean;
}

/** A source file with its imports. */
export interface Source {
  /** Path from the project's root, with `/`. */
  readonly path: string;
  readonly text: string;
  /** The text without comments but with strings. */
  readonly code: string;
  readonly imports: readonly Import[];
}

/** Reads a source text. */
export function source(path: string, text: string): Source {
  const code = withoutComments(text);
  const imports: Import[] = [];
  const statement = /\b(import|export)\s+(type\s+)?([^"'();]*?\bfrom\s*)?["']([^"'\n]+)["']/g;
  for (const [, , type, names = "", specifier] of code.matchAll(statement)) {
    imports.push(imported(path, specifier!, type !== undefined || onlyTypes(names)));
  }
  for (const [, type, specifier] of code.matchAll(/(typeof\s+)?\bimport\(\s*["']([^"'\n]+)["']/g)) {
    imports.push(imported(path, specifier!, type !== undefined));
  }
  return { path, text, code, imports };
}

/** Reads all TypeScript files below the folders, and the named files. */
export async function readSources(...roots: string[]): Promise<Source[]> {
  const base = fileURLToPath(new URL("../../..", import.meta.url));
  const found: Source[] = [];
  const visit = async (path: string): Promise<void> => {
    if (/\.tsx?$/.test(path)) found.push(source(path, await Deno.readTextFile(join(base, path))));
    else if (!/\.\w+$/.test(path)) {
      for await (const { name } of Deno.readDir(join(base, path))) await visit(join(path, name));
    }
  };
  for (const root of roots) await visit(root);
  return found.sort((a, b) => a.path < b.path ? -1 : 1);
}

/** Returns the files that `start` reaches at run time through relative imports, including `start`. */
export function reached(all: readonly Source[], start: readonly Source[]): Source[] {
  const byPath = new Map(all.map((one) => [one.path, one]));
  const seen = new Set(start);
  for (const one of seen) {
    for (const { file, typeOnly } of one.imports) {
      const next = file && !typeOnly ? byPath.get(file) : undefined;
      if (next) seen.add(next);
    }
  }
  return [...seen];
}

/**
 * Returns circles of imports, including imports of types: for each import that leads back, the shortest
 * circle, starting with the path that sorts first. Each file is in at most one circle, so that it is reported
 * once.
 */
export function circles(all: readonly Source[]): string[][] {
  const byPath = new Map(all.map((one) => [one.path, one]));
  const known = new Set<string>();
  return all.flatMap(({ path }) => {
    if (known.has(path)) return [];
    const circle = shortestWay(byPath, path, path);
    for (const file of circle ?? []) known.add(file);
    return circle ? [circle] : [];
  });
}

/** Returns the shortest chain of imports between two files, with at least one import. */
function shortestWay(byPath: ReadonlyMap<string, Source>, from: string, to: string): string[] | null {
  const before = new Map<string, string>();
  const queue = [from];
  for (const path of queue) {
    for (const { file } of byPath.get(path)?.imports ?? []) {
      if (!file || before.has(file)) continue;
      before.set(file, path);
      if (file !== to) {
        queue.push(file);
        continue;
      }
      const way = [to];
      for (let step = path; step !== from; step = before.get(step)!) way.unshift(step);
      return [from, ...way];
    }
  }
  return null;
}

function imported(from: string, specifier: string, typeOnly: boolean): Import {
  const local = specifier.startsWith(".");
  return { specifier, typeOnly, ...(local ? { file: relative(".", join(dirname(from), specifier)) } : {}) };
}

/** Returns whether all names are types (`{ type A, type B }`), which do not exist at run time. */
function onlyTypes(names: string): boolean {
  const braces = /^\{([^}]*)\}\s*from/.exec(names.trim());
  const list = braces?.[1]?.split(",").map((name) => name.trim()).filter(Boolean) ?? [];
  return list.length > 0 && list.every((name) => name.startsWith("type "));
}

/** Removes comments and keeps strings, templates and line breaks. */
function withoutComments(text: string): string {
  const token = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[^])*`|\/\*[^]*?\*\/|\/\/.*/g;
  return text.replace(token, (found) => found.startsWith("/") ? found.replace(/[^\n]/g, "") : found);
}
