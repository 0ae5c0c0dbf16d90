/** A running program, with the same members as a child of `Deno.Command`. */
type Running =
  & Pick<Deno.ChildProcess, "pid" | "stdin" | "stdout" | "stderr">
  & { readonly status: Promise<{ readonly code: number }> };

/** Options for starting a program. */
interface HiddenOptions {
  /** The whole environment. */
  readonly env: Record<string, string>;
  readonly cwd?: string;
}

/**
 * Starts a console program on Windows with a hidden console. `Deno.Command` would open a window for it when
 * Kedge has no console. A detached program has no console at all: PowerShell then ends at once with 0 and
 * runs nothing. Throws when the program does not start.
 */
export async function spawnHidden(
  program: string,
  args: readonly string[],
  options: HiddenOptions,
): Promise<Running> {
  const { spawn } = globalThis.process.getBuiltinModule("node:child_process");
  const { Readable, Writable } = globalThis.process.getBuiltinModule("node:stream");
  const child = spawn(program, [...args], { ...options, windowsHide: true, stdio: "pipe" });
  const status = Promise.withResolvers<{ code: number }>();
  child.once("exit", (code) => status.resolve({ code: code ?? 1 }));
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", reject);
  });
  const { stdin, stdout, stderr } = child;
  return {
    pid: child.pid!,
    stdin: Writable.toWeb(stdin) as Deno.ChildProcess["stdin"],
    stdout: Readable.toWeb(stdout) as unknown as Deno.ChildProcess["stdout"],
    stderr: Readable.toWeb(stderr) as unknown as Deno.ChildProcess["stderr"],
    status: status.promise,
  };
}
