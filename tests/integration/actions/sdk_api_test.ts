import assert from "node:assert/strict";
import { join } from "node:path";
import { findGo } from "../../../src/core/actions/mod.ts";
import { readSdk } from "../../../src/core/actions/build/sdk.ts";

/** Minor version of the oldest Go that must be able to compile the SDK. */
const MINOR = 19;

/**
 * Returns names of the standard library: functions and types as `package.Name`, members as `.Name`.
 */
async function libraryNames(root: string, wanted: (minor: number) => boolean): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const { name } of Deno.readDir(join(root, "api"))) {
    const version = /^go1(?:\.(\d+))?\.txt$/.exec(name);
    if (!version || !wanted(Number(version[1] ?? 0))) continue;
    for (const line of (await Deno.readTextFile(join(root, "api", name))).split("\n")) {
      // Names that only some systems have are marked in parentheses.
      const match = /^pkg ([\w/]+)(?: \([\w-]+\))?, (?:func|type|var|const) (\w+)/.exec(line);
      const field = /^pkg [\w/]+, type \w+ (?:struct|interface), (\w+)/.exec(line);
      const method = /^pkg [\w/]+, method \([^)]*\) (\w+)/.exec(line);
      if (field) names.add(`.${field[1]}`);
      else if (method) names.add(`.${method[1]}`);
      else if (match) names.add(`${match[1]!.split("/").at(-1)}.${match[2]}`);
    }
  }
  return names;
}

/** Returns the names that were added after Go 1.19. */
async function laterNames(root: string): Promise<Set<string>> {
  const early = await libraryNames(root, (minor) => minor <= MINOR);
  return (await libraryNames(root, (minor) => minor > MINOR)).difference(early);
}

Deno.test("the SDK uses nothing of the standard library that Go 1.19 does not have", async () => {
  const go = await findGo();
  assert.ok("path" in go);
  const { stdout } = await new Deno.Command(go.path, { args: ["env", "GOROOT"] }).output();
  const later = await laterNames(new TextDecoder().decode(stdout).trim());
  assert.ok(MINOR === 19 && (later.size === 0 || later.has("context.WithCancelCause")));
  const sdk = await readSdk();
  assert.match(new TextDecoder().decode(sdk.get("go.mod")), new RegExp(`^go 1\\.${MINOR}$`, "m"));
  const texts = [...sdk].filter(([path]) => path.endsWith(".go"))
    .map(([path, bytes]) => [path, new TextDecoder().decode(bytes).replace(/\/\/.*/g, "")] as const);
  // Members of the SDK's own types may have the names of newer ones in the standard library.
  const own = new Set(
    texts.flatMap(([, code]) =>
      [...code.matchAll(/^func \([^)]*\) ([A-Z]\w*)|^\t([A-Z]\w*(?:, [A-Z]\w*)*)\b/gm)]
        .flatMap(([, method, fields]) => method ? [method] : fields!.split(", "))
    ),
  );
  const tooNew = texts.flatMap(([path, code]) => {
    const packages = new Set(
      [...code.matchAll(/^\t?(?:import )?"(?:[\w/]+\/)?(\w+)"$/gm)].map(([, name]) => name),
    );
    return [...code.matchAll(/\b(\w+)(\.([A-Z]\w*))\b/g)]
      .filter(([whole, qualifier, member, name]) =>
        packages.has(qualifier) ? later.has(whole) : later.has(member!) && !own.has(name!)
      )
      .map(([whole]) => `${path}: ${whole}`);
  });
  assert.deepEqual(tooNew, []);
});
