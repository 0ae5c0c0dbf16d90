import { createHash } from "node:crypto";
import {
  type Bundle,
  eachFile,
  LazyFiles,
  mayBeCompiled,
  releaseFile,
  sourcesCall,
} from "../../bundle/mod.ts";
import { languageVersion } from "./go.ts";

/** What one action is compiled from. */
export interface ActionSource {
  /** The path of the entry inside the bundle. */
  readonly entry: string;
  /** The bundle's files by path. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Bytes that the compiler is given, of all actions together, without anybody asking for one: no honest extension has more. */
const UNASKED = 64 * 1024 * 1024;

/** Whether all actions of a bundle may be compiled before one is run: each of them is compiled with all shared sources. */
export function isQuickToCompile({ manifest, facts }: Pick<Bundle, "manifest" | "facts">): boolean {
  const entries = new Set(manifest.actions.map(({ entry }) => entry)).size;
  let bytes = 0;
  for (const [path, { size }] of facts) if (path.endsWith(".go")) bytes += size;
  return entries * bytes <= UNASKED;
}

/** A module that `go build` makes an action of. */
export interface BuildPlan {
  /** Files to write, by path from the build folder; those of the bundle are read when they are asked for. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The package path of the generated program's folder. */
  readonly folder: string;
  /** Folders of the bundle that the action may import. */
  readonly packages: readonly string[];
}

/** Arguments of `go` besides the output; part of what identifies a build. `allowed` is what the action's sandbox lets it do. */
export function buildFlags(allowed: string): string[] {
  const link = `-ldflags=-s -w -X anchor.allowed=${allowed}`;
  return ["build", "-buildvcs=false", "-trimpath", link, "-gcflags=bundle/...=-e"];
}

/** The package of the SDK that every program imports first, as a module whose name comes before the bundle's. */
const ANCHOR = "internal/anchor/";

/**
 * Lays out the module: the bundle's shared packages at their places, the entry as a package of its own (its
 * own name might be one that Go leaves out, like x_test.go), a main program, and the SDK beside it.
 * Everything is one module named `bundle`, so that `import "bundle/lib"` works and `internal` folders do
 * too, for the entry as they do where it lies.
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
    (path) => made.get(path) ?? source.files.get(inBundle(path))!,
    (path, bytes) => made.has(path) || releaseFile(source.files, inBundle(path), bytes),
  );
  for (const path of [...shared, ...made.keys(), entry]) files.add(path);
  const packages = new Set(shared.filter((path) => path.endsWith(".go")).map(folderOf));
  packages.delete("");
  return { files, folder, packages: [...packages] };
}

/** A folder of plain names, as an import may name it. */
const PLAIN = /^(?:(?!vendor\/)[A-Za-z0-9][\w.-]*\/)+$/;

/**
 * A folder that the bundle does not have. It lies beside the entry where the bundle has an `internal` folder below its
 * root: Go lets only what lies beside that import it, and for the author's editor the entry does.
 */
function generatedFolder({ entry, files }: ActionSource, shared: readonly string[]): string {
  const beside = `${folderOf(entry)}/`;
  const within = PLAIN.test(beside) && shared.some((path) => path.includes("/internal/")) ? beside : "";
  const paths = [...files.keys()].map((path) => path.toLowerCase());
  let folder = `${within}kedgerun`;
  while (paths.some((path) => `${path}/`.startsWith(`${folder.toLowerCase()}/`))) folder += "_";
  return folder;
}

/** The Go files an action may import: all but those beside the entry, and tests. */
export function sharedSources(source: ActionSource): string[] {
  const folder = folderOf(source.entry);
  return [...source.files.keys()].filter((path) => mayBeCompiled(path) && folderOf(path) !== folder).sort();
}

/**
 * The SDK's files for this action. net/http more than doubles the time of a build, so that HTTP is left out
 * where no source calls it, not even a template.
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

/** The identity of the program that a plan gives: a hash of everything that goes into it. */
export function planHash({ files }: BuildPlan, parts: readonly string[]): string {
  const all = createHash("sha256");
  for (const [path, bytes] of eachFile(files, [...files.keys()].sort())) {
    all.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return all.update(parts.join("\0")).digest("hex");
}
