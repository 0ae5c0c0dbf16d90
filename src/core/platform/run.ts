import { withoutCredentials } from "./environment.ts";
import { startProgram } from "./hidden.ts";
import { killTree } from "./kill_tree.ts";

/** The result of a short program. */
export type RunResult =
  | { readonly ended: true; readonly code: number; readonly stdout: string; readonly stderr: string }
  | {
    readonly ended: false;
    readonly reason: "timeout" | "not-started" | "too-much" | "stopped";
    readonly error: string;
  };

/** Options of a short program. */
interface RunOptions {
  /** Text for standard input, which is closed afterwards. */
  readonly input?: string;
  /** The whole environment; by default Kedge's own without credentials. */
  readonly env?: Record<string, string>;
  /** Time after which the program is killed, ms. Default 10 000. */
  readonly limit?: number;
  /** The program's working folder. */
  readonly cwd?: string;
  /** Kills the program when it aborts. */
  readonly signal?: AbortSignal;
}

/** Runs a program until it ends. */
export type Run = (program: string, args: readonly string[], options?: RunOptions) => Promise<RunResult>;

const OUTPUT_LIMIT = 1 << 20;

/** Runs a short program by its absolute path, with limits of time and output (1 MiB of each stream). */
export const run: Run = async (program, args, { input, env, limit = 10_000, cwd, signal } = {}) => {
  let child;
  try {
    child = await startProgram(program, args, {
      env: env ?? withoutCredentials(Deno.env.toObject()),
      ...(cwd === undefined ? {} : { cwd }),
      stdin: input === undefined ? "null" : "piped",
      // With a group of its own, everything that the program started ends with it.
      detached: true,
    });
  } catch (error) {
    return { ended: false, reason: "not-started", error: `${program}: ${(error as Error).message}` };
  }
  const { promise: killed, resolve } = Promise.withResolvers<"timeout" | "too-much" | "stopped">();
  // setTimeout comes from Node, whose loading takes a fifth of a short command's time.
  const clock = AbortSignal.timeout(limit);
  const late = () => resolve("timeout");
  clock.addEventListener("abort", late);
  const stop = () => resolve("stopped");
  signal?.addEventListener("abort", stop);
  if (signal?.aborted) stop();
  const finished = Promise.all([
    collect(child.stdout, () => resolve("too-much")),
    collect(child.stderr, () => resolve("too-much")),
    child.status,
    ...(input === undefined ? [] : [write(child.stdin, input)]),
  ]);
  const outcome = await Promise.race([finished, killed]);
  clock.removeEventListener("abort", late);
  signal?.removeEventListener("abort", stop);
  if (typeof outcome !== "string") {
    const [stdout, stderr, status] = outcome;
    return { ended: true, code: status.code, stdout, stderr };
  }
  await killTree(child.pid);
  await child.status;
  const error = {
    timeout: `${program} did not answer within ${limit / 1000} s`,
    "too-much": `${program} wrote too much`,
    stopped: `${program} was stopped`,
  }[outcome];
  return { ended: false, reason: outcome, error };
};

/** Writes the input and closes it. */
async function write(stdin: Deno.ChildProcess["stdin"], input: string): Promise<void> {
  try {
    const writer = stdin.getWriter();
    await writer.write(new TextEncoder().encode(input));
    await writer.close();
  } catch {
    // The program ended without reading; its exit status shows why.
  }
}

async function collect(stream: ReadableStream<Uint8Array>, tooMuch: () => void): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > OUTPUT_LIMIT) {
      tooMuch();
      break;
    }
  }
  return text + decoder.decode();
}
