import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import type { BuildStamp } from "../src/core/build_stamp.ts";
import { builtIns, optionalPackages, packagesAsModules, slashed } from "./plugins.ts";

/** The project's folder. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The program as plain JavaScript: one flat folder that imports only its own files and Deno's built-ins. */
export interface Program {
  /** Contents by file name. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The included packages as `name@version`, sorted. */
  readonly packages: readonly string[];
}

/** The stamp of a program without a commit, a collector and a file about new versions. */
const UNSTAMPED: BuildStamp = { commit: null, analytics: null, release: null };

/**
 * Bundles the program with its stamp. Throws when a package cannot be found, or when a source uses its own
 * address in a way that would not work in one flat folder.
 */
export async function bundleProgram(root = ROOT, stamp = UNSTAMPED): Promise<Program> {
  const sources = join(root, "src");
  const entries = await findEntries(root);
  const result = await esbuild.build({
    absWorkingDir: root,
    entryPoints: {
      "main": join(root, "main.ts"),
      ...Object.fromEntries(entries.map((file) => [entryName(root, file), file])),
    },
    entryNames: "[name]",
    chunkNames: "chunk-[hash]",
    outdir: "program",
    bundle: true,
    splitting: true,
    minify: true,
    // Stack traces in the log name functions.
    keepNames: true,
    // And lines: some engines count columns anew from the line's start, and parse a line of a megabyte for seconds.
    lineLimit: 200,
    legalComments: "none",
    format: "esm",
    platform: "node",
    target: "esnext",
    conditions: ["deno", "node", "import"],
    mainFields: ["module", "main"],
    write: false,
    define: { KEDGE_BUILD: JSON.stringify(stamp) },
    metafile: true,
    logLevel: "silent",
    plugins: [repositorySources(root, sources), builtIns(), packagesAsModules(root), optionalPackages()],
  });
  const files = new Map(
    result.outputFiles.map(({ path, text }) => [
      relative(join(root, "program"), path),
      new TextEncoder().encode(importsFirst(text)),
    ]),
  );
  const loose = looseImports(result.metafile);
  if (loose.length > 0) throw new Error(`The program would look outside of itself for ${loose.join(", ")}`);
  return { files, packages: await packagesOf(root, Object.keys(result.metafile.inputs)) };
}

/** Ends the bundler's process; call it last. */
export async function endBundler(): Promise<void> {
  await esbuild.stop();
}

/** Returns the imports of the outputs that are neither among them nor built into Deno. */
export function looseImports(metafile: esbuild.Metafile): string[] {
  return [
    ...new Set(
      Object.values(metafile.outputs).flatMap(({ imports }) => imports)
        .filter(({ path, external }) => external && !path.startsWith("node:")).map(({ path }) => path),
    ),
  ].sort();
}

/**
 * Reads the project's own sources and adapts their addresses to the one folder. Modules with a computed
 * address stay separate, because a literal import is read before the program starts.
 */
function repositorySources(root: string, sources: string): esbuild.Plugin {
  return {
    name: "own sources",
    setup(build) {
      build.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
        if (!path.startsWith(join(sources, "/"))) return undefined;
        const text = await Deno.readTextFile(path);
        const natives = new Map<string, string>();
        for (const [, name] of text.matchAll(new RegExp(FORMS.native, "g"))) {
          const found = await build.resolve(name!, { kind: "import-statement", resolveDir: dirname(path) });
          if (found.errors.length > 0) throw new Error(`${relative(root, path)}: cannot find ${name}`);
          natives.set(name!, nativeName(found.path));
        }
        return {
          contents: movedSource(text, root, path, natives),
          loader: path.endsWith("x") ? "tsx" : "ts",
        };
      });
    },
  };
}

/** Returns the path of a package's file below `natives/`: its path from the innermost `node_modules`. */
export function nativeName(path: string): string {
  const name = slashed(path);
  return `natives/${name.slice(name.lastIndexOf("/node_modules/") + "/node_modules/".length)}`;
}

/** The forms in which sources refer to other files of the program. */
const FORMS = {
  worker: /new Worker\(\s*new URL\(\s*"(?<worker>[^"]+)",\s*import\.meta\.url,?\s*\)/,
  brought:
    /\blazyImport(?:<\s*typeof import\("[^"]+"\),?\s*>)?\(\s*"(?<brought>[^"]+)",\s*import\.meta\.url,?\s*\)/,
  file: /new URL\(\s*"(?<file>[^"]+)",\s*import\.meta\.url,?\s*\)/,
  native: /import\.meta\.resolve\("(?<native>[^"]+)"\)/,
};
const ANY_FORM = new RegExp(Object.values(FORMS).map(({ source }) => source).join("|"), "g");

/** Returns a source's text with its addresses relative to the one folder; `natives` contains paths by package name. */
export function movedSource(
  text: string,
  root: string,
  path: string,
  natives: ReadonlyMap<string, string>,
): string {
  const moved = text.replace(ANY_FORM, (...found) => {
    const { worker, brought, file, native } = found.at(-1) as Record<keyof typeof FORMS, string | undefined>;
    const entry = worker ?? brought;
    const name = entry !== undefined
      ? `${entryName(root, join(dirname(path), entry))}.js`
      : native !== undefined
      ? natives.get(native)
      : slashed(relative(root, join(dirname(path), file!))).replace(/\/?$/, file!.endsWith("/") ? "/" : "");
    const address = `new URL("./${name}", import.meta.url)`;
    if (worker !== undefined) return `new Worker(${address}`;
    return brought !== undefined
      ? `import(${address}.href)`
      : native !== undefined
      ? `${address}.href`
      : address;
  });
  // A lazy import in another form would look for its file beside the program and fail.
  const other = /(?<!function )\blazyImport\b[<(][^;]{0,80}/.exec(moved)?.[0];
  if (other !== undefined) {
    throw new Error(`${slashed(relative(root, path))}: the build does not know this form: ${other}`);
  }
  return moved;
}

/**
 * Returns the files that sources start as workers or import by a computed address; they become entries of
 * their own.
 */
async function findEntries(root: string): Promise<string[]> {
  const found = new Set<string>();
  for await (const path of filesBelow(join(root, "src"))) {
    if (!/\.tsx?$/.test(path)) continue;
    for (const { groups } of (await Deno.readTextFile(path)).matchAll(ANY_FORM)) {
      const entry = groups?.worker ?? groups?.brought;
      if (entry !== undefined) found.add(join(dirname(path), entry));
    }
  }
  return [...found].sort();
}

function entryName(root: string, path: string): string {
  return slashed(relative(join(root, "src"), path)).replace(/\.ts$/, "").replaceAll("/", "-");
}

/**
 * Returns an output with the imports of built-in modules at its start. They may be anywhere, but some engines
 * search for them with a parser that an earlier regular expression can mislead.
 */
export function importsFirst(text: string): string {
  const imports: string[] = [];
  const rest = text.replace(/(?<=^|[;}]\n?)import\s*\{[\w$\s,]*\}\s*from\s*"node:[\w/]+";/g, (found) => {
    imports.push(found);
    return "";
  });
  return imports.join("") + rest;
}

/** Returns `name@version` of each package with a file among `inputs`. */
async function packagesOf(root: string, inputs: readonly string[]): Promise<string[]> {
  const folders = new Set<string>();
  for (const input of inputs) {
    const [, folder] = input.match(/^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//) ?? [];
    if (folder) folders.add(folder);
  }
  const names = await Promise.all([...folders].map(async (folder) => {
    const { name, version } = JSON.parse(await Deno.readTextFile(join(root, folder, "package.json")));
    return `${name}@${version}`;
  }));
  return [...new Set(names)].sort();
}

/** Yields every file below a folder, in the order of their names. */
export async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = (await Array.fromAsync(Deno.readDir(folder))).sort((a, b) => a.name < b.name ? -1 : 1);
  for (const { name, isDirectory } of entries) {
    if (isDirectory) yield* filesBelow(join(folder, name));
    else yield join(folder, name);
  }
}
