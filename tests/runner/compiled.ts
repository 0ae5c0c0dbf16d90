import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { testCache } from "../support/cache.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Where a checkout may have a runtime for `deno compile` beside it, packed by xz. */
const BESIDE = join(ROOT, "../shared/denort");

/**
 * The runtime that programs are compiled with in tests: `DENORT_BIN`, else one that lies packed beside the
 * checkout and is unpacked into the tests' cache. Null when there is none: the official one has to be downloaded.
 */
export async function findRuntime(): Promise<string | null> {
  const named = Deno.env.get("DENORT_BIN");
  if (named) return named;
  const packed = await Array.fromAsync(Deno.readDir(BESIDE)).catch(() => []);
  const [name] = packed.map(({ name }) => name).filter((name) => /^denort-.*linux-x64\.xz$/.test(name))
    .sort();
  if (!name || Deno.build.os !== "linux" || Deno.build.arch !== "x86_64") return null;
  const cache = testCache("denort");
  const runtime = join(cache, name.replace(/\.xz$/, ""));
  if (!await Deno.stat(runtime).catch(() => null)) {
    await Deno.mkdir(cache, { recursive: true });
    const { success, stdout } = await new Deno.Command("xz", { args: ["-dc", join(BESIDE, name)] }).output();
    if (!success) throw new Error(`${name} cannot be unpacked`);
    const fresh = `${runtime}.new`;
    await Deno.writeFile(fresh, stdout, { mode: 0o755 });
    await Deno.rename(fresh, runtime);
  }
  return runtime;
}

/** The program of this machine, as the build leaves it. */
export const PROGRAM = join(ROOT, "dist/kedge-linux-x64/kedge");

/**
 * The tests that a compiled program passes like the sources; `tests/compiled` are about the compiled one alone. What only asks
 * what a command says of what it was given is the same code in both, and runs from source.
 */
export const SAME_TESTS: readonly string[] = [
  "tests/compiled",
  "tests/integration/config/cli_test.ts",
  "tests/integration/cli/browser_test.ts",
  "tests/integration/cli/dev_test.ts",
  "tests/integration/cli/doctor_test.ts",
  "tests/integration/cli/home_test.ts",
  "tests/integration/cli/list_test.ts",
  "tests/integration/cli/no_display_test.ts",
  "tests/integration/cli/query_refused_test.ts",
  "tests/integration/cli/runtime_variables_test.ts",
  "tests/integration/cli/side_door_test.ts",
  "tests/integration/cli/unwritten_test.ts",
  "tests/integration/actions/golden_test.ts",
  "tests/integration/actions/terminal_test.ts",
  "tests/integration/actions/cloud_test.ts",
  "tests/integration/ways/terminal_test.ts",
  "tests/desktop/start/start_test.ts",
  "tests/desktop/start/size_test.ts",
  // Lists of an account, which are brought when they are needed.
  "tests/desktop/walk/exec_test.ts",
];
