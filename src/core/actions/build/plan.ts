import { createHash } from "node:crypto";
import {
  type Bundle,
  eachFile,
  LazyFiles,
  mayBeCompiled,
  releaseFile,
  sourcesCall,
  withImports,
} from "../../bundle/mod.ts";
import { languageVersion } from "./go.ts";

/** The input of a compilation. */
export interface ActionSource {
  /** The path of the entry inside the bundle. */
  readonly entry: string;
  /** The bundle's files by path. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/**
 * Maximum bytes that may be compiled before the user runs an action, all actions together. No honest
 * extension has more.
 */
const UNASKED = 64 * 1024 * 1024;

/**
 * Returns whether all actions of a bundle may be compiled in advance. Each action is compiled with all shared
 * sources, so the number of actions multiplies their size.
 */
export function isQuickToCompile({ manifest, facts }: Pick<Bundle, "manifest" | "facts">): boolean {
  const entries = new Set(manifest.actions.map(({ entry }) => entry)).size;
  let bytes = 0;
  for (const [path, { size }] of facts) if (path.endsWith(".go")) bytes += size;
  return entries * bytes <= UNASKED;
}

/** A Go module that `go build` compiles into an action. */
export interface BuildPlan {
  /** Files to write, by path relative to the build folder. Files of the bundle are read on access. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The package path of the generated program's folder. */
  readonly folder: string;
  /** Folders of the bundle that the action may import. */
  readonly packages: readonly string[];
}

/**
 * Returns the arguments of `go` except the output path; they are part of a build's identity. `allowed` lists
 * the permissions of the action's sandbox.
 */
export function buildFlags(allowed: string): string[] {
  const link = `-ldflags=-s -w -X anchor.allowed=${allowed}`;
  return ["build", "-buildvcs=false", "-trimpath", link, "-gcflags=bundle/...=-e"];
}

/**
 * The SDK's package that closes the sandbox. It becomes a module of its own because no file outside of the SDK
 * may import an internal package of the SDK.
 */
const ANCHOR = "internal/anchor/";

/**
 * What every source of the bundle imports. Go initialises a package as soon as those that it imports are
 * ready, so a package of the bundle that did not import these could run before the sandbox is closed and
 * before the SDK has taken the mark of the run's frames out of the environment.
 */
const FIRST = ["anchor", "kedge"];

/**
 * Lays out the module: the bundle's shared packages in their places, the entry as a package of its own (Go
 * might ignore its own name, such as x_test.go), a main program, and the SDK beside them. All of it is one
 * module named `bundle`, so that `import "bundle/lib"` and `internal` folders work, for the entry as they do
 * in its place in the bundle. Each source of the bundle gets imports of {@link FIRST}.
 */
export function planBuild(
  source: ActionSource,
  sdk: ReadonlyMap<string, Uint8Array>,
  goVersion: string,
): BuildPlan {
  const made = new Map<string, Uint8Array>();
  const shared = sharedSources(source);
  const folder = generatedFolder(source, shared);
  const text = (path: string, content: string) => made.set(path, new TextEncoder().encode(content));
  text(
    "go.mod",
    `module bundle\n\ngo ${languageVersion(goVersion)}\n\nrequire (\n\tanchor v0.0.0\n\tkedge v0.0.0\n)\n\n` +
      `replace anchor => ./${folder}/anchor\n\nreplace kedge => ./${folder}/sdk\n`,
  );
  text(
    `${folder}/main.go`,
    `package main\n\nimport (\n\t_ "anchor"\n\t"bundle/${folder}/action"\n\t"kedge"\n)\n\n` +
      `func main() { kedge.Main(action.Run) }\n`,
  );
  for (const [path, bytes] of usedSdk(source, shared, sdk)) {
    const target = path.startsWith(ANCHOR) ? `anchor/${path.slice(ANCHOR.length)}` : `sdk/${path}`;
    made.set(`${folder}/${target}`, bytes);
  }
  text(`${folder}/anchor/go.mod`, "module anchor\n\ngo 1.19\n");
  const entry = `${folder}/action/action.go`;
  const inBundle = (path: string) => path === entry ? source.entry : path;
  const files = new LazyFiles(
    (path) => made.get(path) ?? compiled(source.files, inBundle(path)),
    (path, bytes) => made.has(path) || releaseFile(source.files, inBundle(path), bytes),
  );
  for (const path of [...shared, ...made.keys(), entry]) files.add(path);
  const packages = new Set(shared.filter((path) => path.endsWith(".go")).map(folderOf));
  packages.delete("");
  return { files, folder, packages: [...packages] };
}

/** Returns a source of the bundle as it is compiled. */
function compiled(files: ReadonlyMap<string, Uint8Array>, path: string): Uint8Array {
  const bytes = files.get(path)!;
  const after = withImports(bytes, FIRST);
  if (after !== bytes) releaseFile(files, path, bytes);
  return after;
}

/** A folder whose path an import may contain. */
const PLAIN = /^(?:(?!vendor\/)[A-Za-z0-9][\w.-]*\/)+$/;

/**
 * Returns a folder that the bundle does not have. It lies beside the entry when the bundle has an `internal`
 * folder below its root, because Go allows imports of an `internal` folder only from beside it, and the
 * author's editor allows them for the entry.
 */
function generatedFolder({ entry, files }: ActionSource, shared: readonly string[]): string {
  const beside = `${folderOf(entry)}/`;
  const within = PLAIN.test(beside) && shared.some((path) => path.includes("/internal/")) ? beside : "";
  const paths = [...files.keys()].map((path) => path.toLowerCase());
  let folder = `${within}kedgerun`;
  while (paths.some((path) => `${path}/`.startsWith(`${folder.toLowerCase()}/`))) folder += "_";
  return folder;
}

/** Returns the Go files that an action may import: all except tests and the files beside the entry. */
export function sharedSources(source: ActionSource): string[] {
  const folder = folderOf(source.entry);
  return [...source.files.keys()].filter((path) => mayBeCompiled(path) && folderOf(path) !== folder).sort();
}

/**
 * Returns the SDK's files for this action. net/http more than doubles the build time, so HTTP is left out
 * when no source, not even a template, calls it.
 */
function usedSdk(
  source: ActionSource,
  shared: readonly string[],
  sdk: ReadonlyMap<string, Uint8Array>,
): Map<string, Uint8Array> {
  const sources = new LazyFiles(
    (path) => source.files.get(path)!,
    (path, bytes) => releaseFile(source.files, path, bytes),
  );
  for (const path of [...shared, source.entry]) sources.add(path);
  const http = sourcesCall(sources, "HTTP");
  return new Map([...sdk].filter(([path]) => http || path !== "http.go"));
}

function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

/** Returns the identity of the program that a plan produces: a hash of all its files and of `parts`. */
export function planHash({ files }: BuildPlan, parts: readonly string[]): string {
  const all = createHash("sha256");
  for (const [path, bytes] of eachFile(files, [...files.keys()].sort())) {
    all.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return all.update(parts.join("\0")).digest("hex");
}
