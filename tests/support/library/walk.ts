import { fileURLToPath } from "node:url";
import { METHODS } from "../../../src/core/extensions/review/library/methods.ts";
import type { LibraryPackage } from "../../../src/core/extensions/review/library/packages.ts";

const SOURCES = ["walk.go", "mentions.go", "names.go", "walks.go"].map((name) =>
  fileURLToPath(new URL(name, import.meta.url))
);
const SDK = fileURLToPath(new URL("../../../sdk", import.meta.url));

/** A capability that a name leads to by its types, beyond what the name can do by itself. */
export interface Reached {
  readonly path: string;
  readonly name: string;
  readonly can: string;
  readonly way: string;
}

/** Paths that are not followed, each with the reason. */
export const ENDS: Readonly<Record<string, string>> = {
  "syscall.RawConn":
    "gives the number of an open file, which nothing but syscall, unsafe and os.NewFile can use",
  "syscall.Conn": "gives a RawConn",
  "net/http.Request.FormFile": "what a large request leaves in a temporary file is not counted",
  "net/http.Request.MultipartForm": "what a large request leaves in a temporary file is not counted",
  "net/http.Request.MultipartReader": "what a large request leaves in a temporary file is not counted",
  "reflect.TypeOf": "what leads on from its result is watched by name, wherever it stands",
  "encoding/json/internal/jsonopts.Options": "an interface of options, which holds values only",
  "encoding/json/internal.NotForPublicUse":
    "an empty type; what it is asked for panics unless Go's own code asks",
};

const EVERYTHING = [
  "programs processes system memory read write network environment identity settings",
].join(" ").split(" ");

/** Capabilities that each capability includes, so that they are not reported in addition. */
const COVERS: Readonly<Record<string, readonly string[]>> = {
  anything: EVERYTHING,
  programs: EVERYTHING,
  system: EVERYTHING,
  memory: EVERYTHING,
  network: ["settings"], // names and certificates of hosts are looked up with the system's settings
};

/** One search through a library. */
export interface Walk {
  /** What the review says of each package. */
  readonly library: ReadonlyMap<string, LibraryPackage>;
  readonly ends: readonly string[];
  /** Also follows unexported fields and methods. */
  readonly hidden?: boolean;
}

/** Methods that the review watches, as "path.Type.method". */
export const WATCHED: readonly string[] = METHODS.flatMap(({ of, names }) =>
  of ? [...names].map((name) => `${of}.${name}`) : []
);

/**
 * Returns the search that the review relies on. Methods that the review watches by name, of Go and of the
 * SDK, are not followed.
 */
export function asReviewed(library: Walk["library"]): Walk {
  return { library, ends: [...Object.keys(ENDS), ...WATCHED, "kedge.Ctx.HTTP"] };
}

/**
 * Searches the types of the standard library in `root` and of the SDK with the compiler's own type checker;
 * `go` may belong to another release. Returns the findings of each search.
 */
export async function walkLibrary(go: string, root: string, walks: readonly Walk[]): Promise<Reached[][]> {
  return JSON.parse(await runWalk(go, [root], JSON.stringify(walks.map(request))));
}

/** A name that a package exports. */
export interface ExportedName {
  readonly name: string;
  /** `generic` is a name that needs type arguments first. */
  readonly kind: "func" | "value" | "constant" | "type" | "interface" | "generic";
  readonly methods?: readonly string[];
}

/** Returns the exports of packages of the standard library in `root` on a system, by the packages' paths. */
export async function exportedNames(
  go: string,
  root: string,
  system: string,
  paths: readonly string[],
): Promise<Record<string, ExportedName[]>> {
  return JSON.parse(await runWalk(go, [root, system, ...paths], ""));
}

/** Random walks over packages. */
interface Walks {
  readonly seed: number;
  readonly count: number;
  readonly paths: readonly string[];
  /** Names that no walk uses, as "path.Name". */
  readonly without: readonly string[];
}

/** Returns a Go file with random walks over the standard library in `root`, as functions in a list `Walks`. */
export async function randomWalks(
  go: string,
  root: string,
  { seed, count, paths, without }: Walks,
): Promise<string> {
  return await runWalk(go, [root, "linux", "walks", `${seed}`, `${count}`, ...paths], without.join("\n"));
}

async function runWalk(go: string, args: readonly string[], input: string): Promise<string> {
  const child = new Deno.Command(go, {
    args: ["run", ...SOURCES, ...args],
    env: { GOFLAGS: "", GOTOOLCHAIN: "local", GOWORK: "off", GO111MODULE: "off", CGO_ENABLED: "0" },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  const written = writer.write(new TextEncoder().encode(input)).then(() => writer.close());
  const [{ success, stdout, stderr }] = await Promise.all([child.output(), written]);
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

function request({ library, ends, hidden = false }: Walk): unknown {
  const sdk: LibraryPackage = { all: [], members: new Map(), rest: [] };
  const packages = [...library, ["kedge", sdk] as const, ["kedge/internal/wire", sdk] as const];
  return {
    packages: Object.fromEntries(
      packages.map((
        [path, { all, members, rest }],
      ) => [path, {
        all,
        ...(members ? { members: Object.fromEntries(members) } : {}),
        ...(rest ? { rest } : {}),
      }]),
    ),
    ends,
    covers: COVERS,
    hidden,
    extra: { "kedge": SDK, "kedge/internal/wire": `${SDK}/internal/wire` },
  };
}
