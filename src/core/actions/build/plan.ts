import { mayBeCompiled, sourcesName } from "../../bundle/mod.ts";
import { languageVersion } from "./go.ts";

/** What one action is compiled from. */
export interface ActionSource {
  /** The path of the entry inside the bundle. */
  readonly entry: string;
  /** The bundle's files by path. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** A module that `go build` makes an action of. */
export interface BuildPlan {
  /** Files to write, by path from the build folder. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The package path of the generated program's folder. */
  readonly folder: string;
}

/** Arguments of `go` besides the output; part of what identifies a build. */
export function buildFlags(): string[] {
  return ["build", "-buildvcs=false", "-trimpath", "-ldflags=-s -w", "-gcflags=bundle/...=-e"];
}

/** The package of the SDK that every program imports first, as a module whose name comes before the bundle's. */
const ANCHOR = "internal/anchor/";

/**
 * Lays out the module: the bundle's shared packages at their places, the entry as a package of its own (its
 * own name might be one that Go leaves out, like x_test.go), a main program, and the SDK beside it.
 * Everything is one module named `bundle`, so that `import "bundle/lib"` works and `internal` folders do
 * too.
 */
export function planBuild(
  source: ActionSource,
  sdk: ReadonlyMap<string, Uint8Array>,
  goVersion: string,
): BuildPlan {
  const files = new Map<string, Uint8Array>();
  const shared = sharedSources(source);
  let folder = "kedgerun";
  while ([...source.files.keys()].some((path) => path.split("/")[0]!.toLowerCase() === folder)) folder += "_";
  for (const [path, bytes] of shared) files.set(path, bytes);
  const text = (path: string, content: string) => files.set(path, new TextEncoder().encode(content));
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
  files.set(`${folder}/action/action.go`, source.files.get(source.entry)!);
  for (const [path, bytes] of usedSdk(source, shared, sdk)) {
    const own = path.startsWith(ANCHOR) ? `anchor/${path.slice(ANCHOR.length)}` : `sdk/${path}`;
    files.set(`${folder}/${own}`, bytes);
  }
  text(`${folder}/anchor/go.mod`, "module anchor\n\ngo 1.19\n");
  return { files, folder };
}

/** The Go files an action may import: all but those beside the entry, and tests. */
export function sharedSources(source: ActionSource): Map<string, Uint8Array> {
  const folder = folderOf(source.entry);
  const shared = new Map<string, Uint8Array>();
  for (const path of [...source.files.keys()].sort()) {
    if (!mayBeCompiled(path) || folderOf(path) === folder) continue;
    shared.set(path, source.files.get(path)!);
  }
  return shared;
}

/**
 * The SDK's files for this action. net/http more than doubles the time of a build, so that HTTP is left out
 * where no source names it: Go has no other way to call it.
 */
function usedSdk(
  source: ActionSource,
  shared: ReadonlyMap<string, Uint8Array>,
  sdk: ReadonlyMap<string, Uint8Array>,
): Map<string, Uint8Array> {
  const sources = new Map([...shared, ["entry.go", source.files.get(source.entry)!]]);
  const http = sourcesName(sources, "HTTP") || sourcesName(sources, "reflect");
  return new Map([...sdk].filter(([path]) => http || path !== "http.go"));
}

function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

/** What identifies the program that a plan gives: everything that goes into it. */
export async function planHash(plan: BuildPlan, parts: readonly string[]): Promise<string> {
  const pieces: Uint8Array[] = [];
  const encoder = new TextEncoder();
  for (const path of [...plan.files.keys()].sort()) {
    const bytes = plan.files.get(path)!;
    pieces.push(encoder.encode(`${path}\0${bytes.length}\0`), bytes);
  }
  pieces.push(encoder.encode(parts.join("\0")));
  const all = new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
  return new Uint8Array(await crypto.subtle.digest("SHA-256", all)).toHex();
}
