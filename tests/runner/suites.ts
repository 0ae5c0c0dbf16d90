import { existsSync } from "node:fs";
import { findProgram } from "../../src/core/platform/mod.ts";
import { checkCount, denoCount, denoTimes, goCount, goOutput } from "./count.ts";
import { findRuntime, PROGRAM, SAME_TESTS } from "./compiled.ts";
import type { Suite } from "./suite.ts";

/** The parts a developer can ask for alone. */
export const PARTS = ["checks", "unit", "integration", "soak", "desktop", "compiled"] as const;
export type Part = typeof PARTS[number];

/** The parts of a whole run, one turn after the other; those of one turn run side by side. An hour of soak is asked for alone. */
export const TURNS: readonly (readonly Part[])[] = [
  ["checks"],
  ["unit"],
  ["integration"],
  // Windows are waited for more than drawn.
  ["desktop", "compiled"],
];

/** All suites of a part, in the order they run. */
export async function suites(part: Part): Promise<Suite[]> {
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
    live: true,
    limit,
  });
  switch (part) {
    case "checks":
      return [
        check("format", "fmt", "--check"),
        check("lint", "lint"),
        check("types", "task", "--quiet", "check"),
        check("go vet", "run", "-A", "tests/go_vet.ts"),
        ...(existsSync("sdk/go.mod") ? [await sdkTests()] : []),
      ];
    case "unit":
      return [tests("unit", 5, "--parallel", "tests/unit")];
    case "integration":
      // They wait more than they compute: two files at once, whatever the machine has.
      return [{ ...tests("integration", 20, "--parallel", "tests/integration"), env: { DENO_JOBS: "2" } }];
    case "soak":
      return [{
        ...check("soak", "run", "-A", "--no-check", "tests/soak/main.ts", "--minutes", "5"),
        limit: 12,
      }];
    case "desktop":
      return [
        { ...tests("pages", 15, "--parallel", "tests/desktop/pages"), env: { DENO_JOBS: "2" } },
        // One after the other: they measure, and two cores are few.
        tests("desktop", 15, "--ignore=tests/desktop/pages", "tests/desktop"),
      ];
    case "compiled": {
      const runtime = await findRuntime();
      if (!runtime) return [];
      const env = { DENORT_BIN: runtime };
      const build = {
        ...check("build", "run", "-A", "build.ts", "--target", "linux-x64", "--no-packages"),
        env,
      };
      return [build, { ...tests("compiled", 15, ...SAME_TESTS), env: { ...env, KEDGE_PROGRAM: PROGRAM } }];
    }
  }
}

async function sdkTests(): Promise<Suite> {
  return {
    name: "go test",
    command: [await findProgram("go") ?? "go", "test", "-json", "./..."],
    count: goCount,
    shown: goOutput,
    limit: 5,
    cwd: "sdk",
    // No download, no toolchain other than the one that is there.
    env: { GOFLAGS: "-mod=mod", GOPROXY: "off", GOTOOLCHAIN: "local", GOWORK: "off", CGO_ENABLED: "0" },
  };
}
