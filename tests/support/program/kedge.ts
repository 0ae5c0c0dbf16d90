import { withoutPanic } from "./panic.ts";
import { program } from "./program.ts";

/** Result of a run of the program. */
export interface KedgeResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Options of a run of the program. */
export interface KedgeOptions {
  /** Variables added to an environment of PATH, HOME and Deno's cache. */
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array<ArrayBuffer>;
  /** Working folder. */
  readonly cwd?: string;
}

/** Runs the program with a command line, in an environment without the developer's own variables. */
export function kedge(args: readonly string[], options: KedgeOptions = {}): Promise<KedgeResult> {
  return withoutPanic(() => once(args, options));
}

async function once(args: readonly string[], options: KedgeOptions): Promise<KedgeResult> {
  const [command, ...all] = program(...args);
  const child = new Deno.Command(command, {
    args: all,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: await plainEnvironment(options.env),
    clearEnv: true,
    stdin: options.input === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  if (options.input !== undefined) {
    const writer = child.stdin.getWriter();
    const { input } = options;
    await writer.write(typeof input === "string" ? new TextEncoder().encode(input) : input).catch(() => {});
    await writer.close().catch(() => {});
  }
  const { code, stdout, stderr } = await child.output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: decode(stdout), stderr: decode(stderr) };
}

let denoDir: Promise<string> | undefined;

/** Variables that every Windows program needs to start, or that name the folders of its files. */
const NEEDED = [
  "SystemRoot",
  "SystemDrive",
  "windir",
  "TEMP",
  "TMP",
  "APPDATA",
  "LOCALAPPDATA",
  "USERPROFILE",
  "ProgramFiles",
  "ProgramFiles(x86)",
  // `deno task windows` sets this variable and explains it.
  "DENO_DISABLE_NODE_SHIM",
];

/**
 * Returns PATH, HOME, the temporary folder, Deno's cache and the additional variables; nothing else of the
 * developer's environment.
 */
export async function plainEnvironment(
  more: Readonly<Record<string, string>> = {},
): Promise<Record<string, string>> {
  denoDir ??= new Deno.Command(Deno.execPath(), { args: ["info", "--json"], stderr: "null" }).output()
    .then(({ stdout }) => (JSON.parse(new TextDecoder().decode(stdout)) as { denoDir: string }).denoDir);
  return {
    ...Object.fromEntries(NEEDED.flatMap((name) => {
      const value = Deno.build.os === "windows" ? Deno.env.get(name) : undefined;
      return value === undefined ? [] : [[name, value]];
    })),
    PATH: Deno.env.get("PATH") ?? "/usr/local/bin:/usr/bin:/bin",
    HOME: Deno.env.get("HOME") ?? "/",
    TMPDIR: Deno.env.get("TMPDIR") ?? "/tmp",
    LANG: "C.UTF-8",
    NO_COLOR: "1",
    DENO_DIR: await denoDir,
    ...more,
  };
}
