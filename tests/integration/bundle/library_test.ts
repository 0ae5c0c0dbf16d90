import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import {
  buildLibrary,
  libraryPackage,
  libraryPaths,
  REACHED,
} from "../../../src/core/extensions/review/library/packages.ts";
import { asReviewed, ENDS, walkLibrary, WATCHED } from "../../support/library/walk.ts";
import { goRoot } from "../../support/library/root.ts";
import { METHODS } from "../../../src/core/extensions/review/library/methods.ts";
import { goProgram } from "../../support/go/oracle.ts";

const NAMES = fileURLToPath(new URL("../../support/go/names.go", import.meta.url));

/** The systems whose packages a bundle may import, and experiments of Go that add packages. */
const TOOLCHAINS: readonly Readonly<Record<string, string>>[] = [
  { GOOS: "linux", GOARCH: "amd64", CGO_ENABLED: "1" },
  { GOOS: "windows", GOARCH: "amd64" },
  { GOOS: "darwin", GOARCH: "arm64" },
  { GOOS: "js", GOARCH: "wasm" },
];

async function go(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(await goProgram(), {
    args: [...args],
    env: { GOFLAGS: "", GOTOOLCHAIN: "local", GOWORK: "off", CGO_ENABLED: "0", ...env },
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

/** Returns the packages that a bundle can import: all except internal ones. */
async function packages(env: Record<string, string>): Promise<string[]> {
  const all = (await go(["list", "std"], env)).trim().split("\n");
  return all.filter((path) => !/(^|\/)(internal|vendor)(\/|$)/.test(path));
}

for (const env of TOOLCHAINS) {
  Deno.test(`libraryPackage() knows every package of this Go for ${env.GOOS}`, async () => {
    const found = await packages(env);
    assert.ok(found.length > 140);
    assert.deepEqual(found.filter((path) => !libraryPackage(path)), []);
  });
}

Deno.test("libraryPackage() knows every name of the packages whose names differ", async () => {
  const paths = libraryPaths().filter((path) => {
    const { members, rest } = libraryPackage(path)!;
    return members && !rest;
  });
  const names = JSON.parse(await go(["run", NAMES, ...paths])) as Record<string, string[]>;
  const unknown = paths.flatMap((path) =>
    names[path]!.filter((name) => !libraryPackage(path)!.members!.has(name)).map((name) => `${path}.${name}`)
  );
  assert.deepEqual(unknown, []);
});

/** Walks the types of this Go in several ways and returns what they lead to. */
const walked = async () => {
  const program = await goProgram();
  const library = buildLibrary(REACHED), reviewed = asReviewed(library);
  const members = new Map(library.get("reflect")!.members).set("Type", []);
  const results = await walkLibrary(program, await goRoot(program), [
    reviewed,
    { library: buildLibrary({}), ends: reviewed.ends },
    { library: new Map(library).set("reflect", { all: ["memory"], members }), ends: WATCHED },
    { ...reviewed, ends: Object.keys(ENDS) },
    { ...reviewed, hidden: true },
  ]);
  return results as [typeof results[0], ...typeof results];
};
let once: ReturnType<typeof walked> | undefined;
const walks = () => once ??= walked();

Deno.test("libraryPackage() counts what each name of this Go leads to by its types", async () => {
  const [reviewed, own] = await walks();
  assert.deepEqual(reviewed.map(({ can, way }) => `${can}: ${way}`), []);
  // The walk must find the entries of the table that were made by it.
  for (const way of ["crypto/tls.Certificate.Leaf", "encoding/json.UnsupportedValueError.Value"]) {
    assert.ok(own!.some((one) => one.way.startsWith(`${way} → `)), way);
  }
});

Deno.test("METHODS has every method of a type of reflect that leads to another one", async () => {
  const [, , typed] = await walks();
  assert.deepEqual(typed!.filter(({ path, name }) => path === "reflect" && name === "TypeOf"), []);
});

Deno.test("METHODS names every package whose types have its methods, and the SDK leads nowhere but by HTTP", async () => {
  const [, , , unwatched] = await walks();
  const packages = METHODS.flatMap(({ of, packages }) => of ? packages : []);
  const paths = [...new Set(unwatched!.map(({ path }) => path))];
  assert.deepEqual(paths.filter((path) => !packages.includes(path) && path !== "kedge"), []);
  assert.ok(unwatched!.some(({ way }) => way.startsWith("kedge.Ctx.HTTP → ")));
});

Deno.test("what leads on by unexported fields needs reflect, which counts as memory", async () => {
  const [, , , , hidden] = await walks();
  assert.ok(hidden!.some(({ path, name }) => `${path}.${name}` === "net.TCPListener"));
  const { members } = libraryPackage("reflect")!;
  const harmless = [...members!].filter(([, can]) => can.length === 0).map(([name]) => name);
  const kinds =
    "Array Bool Chan Complex128 Complex64 Float32 Float64 Func Int Int16 Int32 Int64 Int8 Interface " +
    "Invalid Kind Map Pointer Ptr Slice String Struct Uint Uint16 Uint32 Uint64 Uint8 Uintptr UnsafePointer";
  assert.deepEqual(
    harmless.sort(),
    [...kinds.split(" "), "ChanDir", "BothDir", "RecvDir", "SendDir", "DeepEqual", "TypeOf"].sort(),
  );
});
