import { createHash } from "node:crypto";
import {
  type Bundle,
  eachFile,
  LazyFiles,
  mayBeCompiled,
  releaseFile,
  sourcesCall,
  sourcesName,
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
 * sources, and with all files that a source may embed, so the number of actions multiplies their size.
 */
export function isQuickToCompile(
  { manifest, facts, files }: Pick<Bundle, "manifest" | "facts" | "files">,
): boolean {
  const entries = new Set(manifest.actions.map(({ entry }) => entry)).size;
  let sources = 0, all = 0;
  for (const [path, { size }] of facts) {
    all += size;
    if (path.endsWith(".go")) sources += size;
  }
  return entries * all <= UNASKED || entries * sources <= UNASKED && !sourcesName(files, "go:embed");
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
  const taken = new Map([...embeddable(source, shared, folderOf(entry)), [entry, source.entry]]);
  const inBundle = (path: string) => taken.get(path) ?? path;
  const files = new LazyFiles(
    (path) => made.get(path) ?? compiled(source.files, inBundle(path)),
    (path, bytes) => made.has(path) || releaseFile(source.files, inBundle(path), bytes),
  );
  for (const path of [...shared, ...made.keys(), ...taken.keys()]) files.add(path);
  const packages = new Set(shared.filter((path) => path.endsWith(".go")).map(folderOf));
  packages.delete("");
  return { files, folder, packages: [...packages] };
}

/**
 * Files that Go would compile, link or read as another module if they lay beside sources: pkg.go.dev/cmd/go,
 * "File types". No review says what they can do, so Go must never see them, in whatever letter case. Folders
 * with such names are left out too, because one named as the entry cannot lie beside it.
 */
const NO_DATA =
  /\.(go|sx?|c|cc|cpp|cxx|m|hh?|hpp|hxx|f|for|f90|swig|swigcxx|syso)(\/|$)|(^|\/)(go\.(mod|sum|work)$|vendor\/)/i;

/**
 * Returns the files that a source may take into the program with `go:embed`: their path in the plan with the
 * one in the bundle. None without such a source. Shared sources find them in their places, the entry also in
 * `beside`, where it is compiled.
 */
function embeddable(
  source: ActionSource,
  shared: readonly string[],
  beside: string,
): Map<string, string> {
  const found = new Map<string, string>();
  const data = [...source.files.keys()].filter((path) => !NO_DATA.test(path));
  if (sourcesName(filesAt(source, shared), "go:embed")) {
    for (const path of data) found.set(path, path);
  }
  if (sourcesName(filesAt(source, [source.entry]), "go:embed")) {
    const folder = source.entry.slice(0, source.entry.lastIndexOf("/") + 1);
    for (const path of data) {
      if (path.startsWith(folder)) found.set(`${beside}/${path.slice(folder.length)}`, path);
    }
  }
  return found;
}

/** Returns a file of the bundle as it is compiled. */
function compiled(files: ReadonlyMap<string, Uint8Array>, path: string): Uint8Array {
  const bytes = files.get(path)!;
  if (!path.endsWith(".go")) return bytes;
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
  const http = sourcesCall(filesAt(source, [...shared, source.entry]), "HTTP");
  return new Map([...sdk].filter(([path]) => http || path !== "http.go"));
}

/** Returns some files of the bundle. */
function filesAt({ files }: ActionSource, paths: readonly string[]): LazyFiles {
  const some = new LazyFiles(
    (path) => files.get(path)!,
    (path, bytes) => releaseFile(files, path, bytes),
  );
  for (const path of paths) some.add(path);
  return some;
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
