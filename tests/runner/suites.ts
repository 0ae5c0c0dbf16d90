import { existsSync } from "node:fs";
import { findProgram } from "../../src/core/platform/mod.ts";
import { checkCount, denoCount, denoFailures, denoTimes, goCount, goOutput } from "./count.ts";
import { findRuntime, PROGRAM, SAME_TESTS } from "./compiled.ts";
import type { Suite } from "./suite.ts";

/** Parts that a developer can run alone. */
export const PARTS = ["checks", "unit", "integration", "soak", "desktop", "compiled"] as const;
export type Part = typeof PARTS[number];

/** Parts of a whole run, one turn after the other; the suites of a turn share the lanes. */
const TURNS: readonly (readonly Part[])[] = [
  ["checks", "unit"],
  // The longest comes first. Tests of windows and servers wait more than they compute.
  ["soak", "compiled", "desktop", "integration"],
];

/**
 * Number of chains that run at once, on any machine: most of them wait for windows, servers and browsers, and
 * one is the soak test, which has a fixed rhythm.
 */
export const LANES = 4;

/**
 * Returns the suites of a whole run, or of one part: consecutive turns of parallel chains of consecutive
 * suites. The program that the compiled part tests is built before its turn.
 */
export async function turns(only?: Part): Promise<Suite[][][]> {
  const runtime = !only || only === "compiled" ? await findRuntime() : null;
  const built = runtime ? [[build(runtime)]] : [];
  if (only) return [...only === "compiled" ? [built] : [], await chains(only, runtime)];
  const [first = [], ...others] = await Promise.all(
    TURNS.map(async (parts) => (await Promise.all(parts.map((part) => chains(part, runtime)))).flat()),
  );
  return [[...first, ...built], ...others];
}

const check = (name: string, ...args: string[]): Suite => ({
  name,
  command: [Deno.execPath(), ...args],
  count: checkCount,
  shown: (output) => output.replaceAll(/^Check .*\n/gm, ""),
  limit: 5,
});

const tests = (name: string, limit: number, ...args: string[]): Suite => ({
  name,
  command: [Deno.execPath(), "test", "-A", "--no-check", ...args],
  count: denoCount,
  times: denoTimes,
  failures: denoFailures,
  limit,
});

const build = (runtime: string): Suite => ({
  ...check("build", "run", "-A", "build.ts", "--target", "linux-x64", "--no-packages"),
  env: { DENORT_BIN: runtime },
});

/**
 * Returns the chains of a part. Each suite is a separate process, because the files in one share its
 * environment and working folder.
 */
async function chains(part: Part, runtime: string | null): Promise<Suite[][]> {
  switch (part) {
    case "checks":
      return [[
        check("format", "fmt", "--check"),
        check("lint", "lint"),
        check("types", "task", "--quiet", "check"),
        check("go vet", "run", "-A", "tests/go_vet.ts"),
        ...(existsSync("sdk/go.mod") ? [await sdkTests()] : []),
      ]];
    case "unit":
      return [[{ ...tests("unit", 5, "--parallel", "tests/unit"), live: true }]];
    case "soak":
      return [[{
        ...check("soak", "run", "-A", "--no-check", "tests/soak/main.ts", "--minutes", "5"),
        limit: 12,
      }]];
    case "integration":
      return (await withTests(await inside("tests/integration"))).map((
        path,
      ) => [tests(nameOf(path), 20, path)]);
    case "desktop":
      return (await withTests(await inside("tests/desktop"))).map((path) => [tests(nameOf(path), 10, path)]);
    case "compiled":
      return runtime === null ? [] : (await withTests(SAME_TESTS)).map((path) => [{
        ...tests(`compiled ${nameOf(path)}`, 10, path),
        env: { DENORT_BIN: runtime, KEDGE_PROGRAM: PROGRAM },
      }]);
  }
}

const nameOf = (path: string) => path.replace(/^tests\/|_test\.ts$/g, "");

/** Suites that take longest and start first, because at the end they would keep one lane busy alone. */
const LONG: readonly string[] = [
  "tests/desktop/pages/scenes_test.ts",
  "tests/desktop/faults",
  "tests/integration/bundle/legal_cost_test.ts",
  "tests/integration/bundle/walks_test.ts",
];

/** Folders whose files are separate suites, because together they would keep a lane busy long after the others. */
const APART = new Set([
  "tests/desktop/pages",
  "tests/desktop/start",
  "tests/desktop/walk",
  "tests/desktop/windows",
  "tests/integration/actions",
  "tests/integration/bundle",
  "tests/integration/cli",
  "tests/integration/sql",
]);

/**
 * Returns the folders and files with tests among some paths, each a suite: the long ones first, then those
 * with the most files.
 */
async function withTests(paths: readonly string[]): Promise<string[]> {
  const found: [path: string, files: number][] = [];
  for (const path of paths) {
    const files = await testFiles(path);
    if (APART.has(path)) found.push(...files.map((file): [string, number] => [file, 1]));
    else if (files.length > 0) found.push([path, files.length]);
  }
  const long = ([path]: [string, number]) => Number(LONG.includes(path));
  return found.toSorted((a, b) => long(b) - long(a) || b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([path]) => path);
}

/** Returns the entries of a folder. */
async function inside(folder: string): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => `${folder}/${name}`);
}

/** Returns a test file, or the test files below a folder. */
async function testFiles(path: string): Promise<string[]> {
  if ((await Deno.stat(path)).isFile) return path.endsWith("_test.ts") ? [path] : [];
  return (await Promise.all((await inside(path)).map(testFiles))).flat();
}

/** Environment in which Go downloads nothing and uses only the installed toolchain. */
export const GO_ENVIRONMENT: Readonly<Record<string, string>> = {
  GOFLAGS: "-mod=mod",
  GOPROXY: "off",
  GOTOOLCHAIN: "local",
  GOWORK: "off",
  CGO_ENABLED: "0",
};

async function sdkTests(): Promise<Suite> {
  return {
    name: "go test",
    command: [await findProgram("go") ?? "go", "test", "-json", "./..."],
    count: goCount,
    shown: goOutput,
    limit: 5,
    cwd: "sdk",
    env: GO_ENVIRONMENT,
  };
}
