import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { testCache } from "../support/cache.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Folder beside a checkout that may contain a runtime for `deno compile`, packed with xz. */
const BESIDE = join(ROOT, "../shared/denort");

/**
 * Returns the runtime for compiling programs in tests: `DENORT_BIN`, otherwise one that is packed beside the
 * checkout, which is unpacked into the tests' cache. Returns null when there is none; the official one must
 * be downloaded then.
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

/** Path of this machine's program, as the build writes it. */
export const PROGRAM = join(ROOT, "dist/kedge-linux-x64/kedge");

/**
 * Tests that a compiled program must pass like the sources; those in `tests/compiled` only concern the
 * compiled one. Tests of commands that only process their input run from source, because the code is the same
 * in both.
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
  // Lists of an account, whose code is loaded when it is needed.
  "tests/desktop/walk/exec_test.ts",
];
