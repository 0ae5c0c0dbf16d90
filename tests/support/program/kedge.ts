import { withoutPanic } from "./panic.ts";
import { program } from "./program.ts";

/** How a run of the program ended. */
export interface KedgeResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a run of the program gets beside its arguments. */
export interface KedgeOptions {
  /** Added to an environment of PATH, HOME and Deno's cache. */
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array<ArrayBuffer>;
  /** The folder it is called in. */
  readonly cwd?: string;
}

/** Runs the program with a command line, in an environment without the developer's own things. */
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

/** What no program of Windows starts without, or where it keeps its files. */
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
  // `deno task windows` sets it: see there.
  "DENO_DISABLE_NODE_SHIM",
];

/** PATH, HOME, the temporary folder and Deno's cache, and what is added: nothing else of the developer's environment. */
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
