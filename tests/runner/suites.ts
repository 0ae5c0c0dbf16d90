import { existsSync } from "node:fs";
import { findProgram } from "../../src/core/platform/mod.ts";
import { checkCount, denoCount, denoFailures, denoTimes, goCount, goOutput } from "./count.ts";
import { findRuntime, PROGRAM, SAME_TESTS } from "./compiled.ts";
import type { Suite } from "./suite.ts";

/** The parts a developer can ask for alone. */
export const PARTS = ["checks", "unit", "integration", "soak", "desktop", "compiled"] as const;
export type Part = typeof PARTS[number];

/** The parts of a whole run, one turn after the other; the chains of one turn share the lanes. */
export const TURNS: readonly (readonly Part[])[] = [
  ["checks", "unit"],
  // The longest first. Windows and servers are waited for more than they compute.
  ["soak", "compiled", "desktop", "integration"],
];

/** How many chains run at once, whatever the machine has: most of them wait for windows, servers and browsers. */
export const LANES = 4;

/**
 * All suites of a part, as chains: those of one follow each other, chains may run side by side. Each suite is a process
 * of its own, for the files in one share its environment and folder.
 */
export async function suites(part: Part): Promise<Suite[][]> {
  const deno = Deno.execPath();
  const check = (name: string, ...args: string[]): Suite => ({
    name,
    command: [deno, ...args],
    count: checkCount,
    shown: (output) => output.replaceAll(/^Check .*\n/gm, ""),
    limit: 5,
  });
  const tests = (name: string, limit: number, ...args: string[]): Suite => ({
    name,
    command: [deno, "test", "-A", "--no-check", ...args],
    count: denoCount,
    times: denoTimes,
    failures: denoFailures,
    limit,
  });
  const each = async (folder: string, limit: number, ...leftOut: string[]) =>
    (await entries(folder)).filter((name) => !leftOut.includes(name))
      .map((name) => tests(name.replace(/^tests\/|_test\.ts$/g, ""), limit, name));
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
    case "integration":
      return (await each("tests/integration", 20)).map((suite) => [suite]);
    case "soak":
      return [[{
        ...check("soak", "run", "-A", "--no-check", "tests/soak/main.ts", "--minutes", "5"),
        limit: 12,
      }]];
    case "desktop":
      return [
        // One after the other: they measure, and two cores are few.
        await each("tests/desktop", 10, "tests/desktop/pages"),
        ...(await each("tests/desktop/pages", 8)).map((suite) => [suite]),
      ];
    case "compiled": {
      const runtime = await findRuntime();
      if (!runtime) return [];
      const env = { DENORT_BIN: runtime };
      const build = {
        ...check("build", "run", "-A", "build.ts", "--target", "linux-x64", "--no-packages"),
        env,
      };
      return [[build, { ...tests("compiled", 15, ...SAME_TESTS), env: { ...env, KEDGE_PROGRAM: PROGRAM } }]];
    }
  }
}

/** What takes longest starts first: at the end it would keep one lane alone. */
const LONG: readonly string[] = ["tests/desktop/pages/scenes_test.ts", "tests/integration/bundle"];

/** What in a folder holds tests: its test files, and its folders with some inside; after the long ones that with the most files. */
async function entries(folder: string): Promise<string[]> {
  const found: [path: string, files: number][] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    const files = isDirectory ? await testFiles(path) : Number(name.endsWith("_test.ts"));
    if (files > 0) found.push([path, files]);
  }
  const long = ([path]: [string, number]) => Number(LONG.includes(path));
  return found.toSorted((a, b) => long(b) - long(a) || b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([path]) => path);
}

async function testFiles(folder: string): Promise<number> {
  let files = 0;
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    files += isDirectory ? await testFiles(`${folder}/${name}`) : Number(name.endsWith("_test.ts"));
  }
  return files;
}

/** No download, no toolchain other than the one that is there. */
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
