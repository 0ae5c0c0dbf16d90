import { join } from "node:path";
import { readFiles } from "../../../src/core/bundle/mod.ts";
import { installBundle } from "../../../src/core/extensions/mod.ts";
import { type KedgePaths, kedgePaths } from "../../../src/core/paths.ts";
import { killTree } from "../../../src/core/platform/mod.ts";
import { testCache } from "../cache.ts";
import { removeFolder } from "../remove_folder.ts";
import { has } from "../systems.ts";
import { withoutPanic } from "./panic.ts";
import { program } from "./program.ts";

/**
 * Creates a Kedge home. Tests share Go's own cache, so that the standard library is compiled only once;
 * compiled actions are not shared. With `below` the home is a subfolder of the created folder.
 */
export async function makeHome(below = ""): Promise<KedgePaths & { remove(): Promise<void> }> {
  const folder = await Deno.makeTempDir({ prefix: "kedge-test-" });
  const home = join(folder, below);
  await Deno.mkdir(home, { recursive: true, mode: 0o700 });
  const paths = kedgePaths(home);
  await shareGoCache(paths);
  // A compilation that is not awaited may still write for a moment.
  return { ...paths, remove: () => removeFolder(folder) };
}

/** Lets a home use the tests' own Go cache; a system without links uses a separate one. */
export async function shareGoCache(paths: KedgePaths): Promise<void> {
  if (!has("links")) return;
  const shared = testCache("go");
  await Deno.mkdir(shared, { recursive: true });
  await Deno.mkdir(join(paths.cache, "go"), { recursive: true, mode: 0o700 });
  await Deno.symlink(shared, join(paths.cache, "go", "build"));
}

/** One action of a test extension. */
export interface TestAction {
  readonly id: string;
  readonly source: string;
  /** Further fields of the action in the manifest; without any, the action runs in no account. */
  readonly manifest?: Readonly<Record<string, unknown>>;
}

/** Installs an extension as if the user had confirmed it; `more` are further fields of its manifest. */
export async function installActions(
  paths: KedgePaths,
  id: string,
  actions: readonly TestAction[],
  files: Readonly<Record<string, string>> = {},
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const manifest = {
    ...more,
    id,
    name: `Test ${id}`,
    version: "1.0",
    author: "The tests",
    actions: actions.map(({ id, manifest }) => ({
      id,
      label: `Do ${id}`,
      entry: `actions/${id}.go`,
      ...(manifest ?? { contextMode: "none" }),
    })),
  };
  const bytes = new Map<string, Uint8Array>();
  const add = (path: string, text: string) => bytes.set(path, new TextEncoder().encode(text));
  add("manifest.json", JSON.stringify(manifest));
  for (const { id, source } of actions) add(`actions/${id}.go`, source);
  for (const [path, text] of Object.entries(files)) add(path, text);
  const { bundle, diagnostics } = readFiles(bytes);
  if (!bundle) throw new Error(JSON.stringify(diagnostics));
  await installBundle(paths, bundle, { source: "tests", hash: bundle.hash });
}

/** The document of `--run --json`. */
export interface RunDocument {
  readonly ok: boolean;
  readonly status: string;
  readonly error?: string;
  readonly log: readonly { readonly stream: string; readonly text: string }[];
  readonly shown: readonly ({ readonly kind: string } & Record<string, unknown>)[];
  readonly ms: number;
}

/** Result of a command line. */
export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts `kedge` with the tests' environment but without AWS variables. */
export function startCli(
  paths: KedgePaths,
  args: readonly string[],
  options: { env?: Record<string, string>; cwd?: string; stdin?: "piped" | "null" } = {},
): Deno.ChildProcess {
  const env = Object.fromEntries(
    Object.entries(Deno.env.toObject()).filter(([name]) => !name.startsWith("AWS_")),
  );
  const [command, ...all] = program(...args);
  return new Deno.Command(command, {
    args: all,
    env: { ...env, KEDGE_HOME: paths.home, NO_COLOR: "1", AWS_EC2_METADATA_DISABLED: "true", ...options.env },
    clearEnv: true,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    stdin: options.stdin ?? "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/**
 * Asks a running `kedge` to end; throws when it ended by itself before. Windows has no such request and does
 * not end child processes, so the whole process tree is killed there.
 */
export async function endCli(child: Deno.ChildProcess): Promise<void> {
  if (Deno.build.os === "windows") await killTree(child.pid);
  else {
    try {
      child.kill("SIGTERM");
    } catch {
      const { signal, code } = await child.status;
      throw new Error(`kedge ended by itself: ${signal ?? `exit code ${code}`}`);
    }
  }
  await child.status;
}

/** Runs `kedge` to its end. */
export function cli(
  paths: KedgePaths,
  args: readonly string[],
  options: { env?: Record<string, string>; cwd?: string; input?: string } = {},
): Promise<CliResult> {
  return withoutPanic(() => cliOnce(paths, args, options));
}

async function cliOnce(
  paths: KedgePaths,
  args: readonly string[],
  options: { env?: Record<string, string>; cwd?: string; input?: string },
): Promise<CliResult> {
  const child = startCli(paths, args, {
    ...(options.env ? { env: options.env } : {}),
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    stdin: options.input === undefined ? "null" : "piped",
  });
  if (options.input !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(options.input)).catch(() => {});
    await writer.close().catch(() => {});
  }
  const { code, stdout, stderr } = await child.output();
  return { code, stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
}

/** Runs an action with `--json` and answers. */
export async function runJson(
  paths: KedgePaths,
  name: string,
  answers: readonly unknown[] = [],
  options: { env?: Record<string, string>; args?: readonly string[] } = {},
): Promise<{ code: number; document: RunDocument; stderr: string }> {
  const file = await Deno.makeTempFile({ prefix: "kedge-answers-" });
  try {
    await Deno.writeTextFile(file, JSON.stringify(answers));
    const result = await cli(
      paths,
      ["--run", name, "--answers", file, "--json", ...options.args ?? []],
      options,
    );
    try {
      return { code: result.code, document: JSON.parse(result.stdout), stderr: result.stderr };
    } catch {
      throw new Error(`no document: ${JSON.stringify(result)}`);
    }
  } finally {
    await Deno.remove(file);
  }
}
