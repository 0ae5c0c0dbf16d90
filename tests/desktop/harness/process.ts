import { killTree } from "../../../src/core/platform/mod.ts";

/** A program of the private desktop that keeps running. */
export interface Running {
  readonly name: string;
  readonly pid: number;
  /** Resolves when the program has ended and all its output is in {@link output}. */
  readonly ended: Promise<Deno.CommandStatus>;
  /** Whether the program has ended; another program may have its ID then. */
  over(): boolean;
  /** Returns standard output and standard error so far. */
  output(): string;
  /** Writes a line to its standard input. */
  send(line: string): Promise<void>;
  /** Kills it and waits for the end. */
  kill(signal?: Deno.Signal): Promise<void>;
}

const IS_WINDOWS = Deno.build.os === "windows";

/** How long to wait, in ms, for child processes that hold the output of an ended program open. */
const HELD_OPEN = 5_000;

/**
 * Starts a program with exactly the given environment. It leads a session, which identifies its child
 * processes, and is killed when the test ends. Windows has neither: child processes are searched for when the
 * program is killed.
 */
export function start(command: readonly string[], env: Record<string, string>, cwd?: string): Running {
  const [program, ...args] = IS_WINDOWS ? command : ["setpriv", "--pdeathsig", "KILL", ...command];
  const child = new Deno.Command(program!, {
    args,
    env,
    clearEnv: true,
    cwd,
    detached: !IS_WINDOWS,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const input = child.stdin.getWriter();
  let text = "";
  const drain = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) text = (text + decoder.decode(chunk, { stream: true })).slice(-200_000);
  };
  const drained = Promise.all([drain(child.stdout), drain(child.stderr)]);
  let over = false;
  const ended = (async () => {
    const status = await child.status;
    over = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    await Promise.race([drained, new Promise((resolve) => timer = setTimeout(resolve, HELD_OPEN))]);
    clearTimeout(timer);
    return status;
  })();
  return {
    name: command[0]!,
    pid: child.pid,
    ended,
    over: () => over,
    output: () => text,
    send: (line) => input.write(new TextEncoder().encode(`${line}\n`)),
    async kill(signal = "SIGKILL") {
      if (!over && IS_WINDOWS) await killTree(child.pid);
      else if (!over) {
        try {
          child.kill(signal);
        } catch {
          // The program has just ended.
        }
      }
      await ended;
      await drained;
      await input.close().catch(() => {});
    },
  };
}

/** Runs a program to its end and returns its standard output; throws with its error text. */
export async function run(command: readonly string[], env: Record<string, string>): Promise<string> {
  const output = await new Deno.Command(command[0]!, {
    args: command.slice(1),
    env,
    clearEnv: true,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    signal: AbortSignal.timeout(60_000),
  }).output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  if (!output.success) {
    throw new Error(`${command.join(" ")} ended with ${output.code}: ${decode(output.stderr).trim()}`);
  }
  return decode(output.stdout);
}
