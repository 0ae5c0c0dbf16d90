/** A running program, with members of a child of `Deno.Command`. */
type Started =
  & Pick<Deno.ChildProcess, "pid" | "stdin" | "stdout" | "stderr">
  & {
    readonly status: Promise<{ readonly code: number; readonly signal: string | null }>;
    kill(signal?: "SIGTERM" | "SIGKILL"): unknown;
  };

/** Options for starting a program. */
interface StartOptions {
  /** The whole environment. */
  readonly env: Record<string, string>;
  readonly cwd?: string;
  /** The program's input, by default `piped`. */
  readonly stdin?: "piped" | "null";
  /** Both of the program's outputs, by default `piped`. */
  readonly output?: "piped" | "null";
  /** Whether the program leads a group of its own. Windows needs none: `taskkill /T` follows the tree. */
  readonly detached?: boolean;
}

/**
 * Starts a program that has no window, on Windows with a hidden console. Elsewhere it is started before this
 * function returns its promise. Rejects when the program does not start.
 */
export async function startProgram(
  program: string,
  args: readonly string[],
  options: StartOptions,
): Promise<Started> {
  if (Deno.build.os === "windows") return await spawnHidden(program, args, options);
  const { stdin = "piped", output = "piped", ...others } = options;
  return new Deno.Command(program, {
    ...others,
    args: [...args],
    clearEnv: true,
    stdin,
    stdout: output,
    stderr: output,
  }).spawn();
}

/**
 * Starts a console program on Windows with a hidden console, which everything that it starts inherits.
 * `Deno.Command` would open a window for it when Kedge has no console. A detached program has no console at
 * all: PowerShell then ends at once with 0 and runs nothing, and each compiler of Go opens a window. Rejects
 * when the program does not start. `spawn` is replaced in tests.
 */
export async function spawnHidden(
  program: string,
  args: readonly string[],
  { env, cwd, stdin: input = "piped", output = "piped" }: StartOptions,
  { spawn } = globalThis.process.getBuiltinModule("node:child_process"),
): Promise<Started> {
  const { Readable, Writable } = globalThis.process.getBuiltinModule("node:stream");
  const node = { piped: "pipe", null: "ignore" } as const;
  const child = spawn(program, [...args], {
    env,
    ...(cwd === undefined ? {} : { cwd }),
    windowsHide: true,
    stdio: [node[input], node[output], node[output]],
  });
  const status = Promise.withResolvers<{ code: number; signal: string | null }>();
  child.once("exit", (code, signal) => status.resolve({ code: code ?? 1, signal }));
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", reject);
  });
  const { stdin, stdout, stderr } = child;
  return {
    pid: child.pid!,
    stdin: (stdin && Writable.toWeb(stdin)) as Deno.ChildProcess["stdin"],
    stdout: (stdout && Readable.toWeb(stdout)) as unknown as Deno.ChildProcess["stdout"],
    stderr: (stderr && Readable.toWeb(stderr)) as unknown as Deno.ChildProcess["stderr"],
    status: status.promise,
    kill: (signal) => child.kill(signal),
  };
}
