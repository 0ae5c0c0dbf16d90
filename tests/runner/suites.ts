import { existsSync } from "node:fs";
import { findProgram } from "../../src/core/platform/mod.ts";
import { checkCount, denoCount, goCount, goOutput } from "./count.ts";
import type { Suite } from "./suite.ts";

/** The parts a developer can ask for alone. */
export const PARTS = ["checks", "unit", "integration", "desktop"] as const;
export type Part = typeof PARTS[number];

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
      return [tests("integration", 15, "tests/integration")];
    case "desktop":
      // One after the other: they measure, and two cores are few.
      return [tests("desktop", 15, "tests/desktop")];
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
