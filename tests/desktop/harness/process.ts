import { killTree } from "../../../src/core/platform/mod.ts";

/** A program of the private desktop that keeps running. */
export interface Running {
  readonly name: string;
  readonly pid: number;
  /** Resolves when it has ended and all that it wrote is in {@link output}. */
  readonly ended: Promise<Deno.CommandStatus>;
  /** Whether it has: then its number may be another program's. */
  over(): boolean;
  /** What it wrote so far to standard output and standard error. */
  output(): string;
  /** Writes a line to its standard input. */
  send(line: string): Promise<void>;
  /** Ends it at once and waits for the end. */
  kill(signal?: Deno.Signal): Promise<void>;
}

const IS_WINDOWS = Deno.build.os === "windows";

/** What is left running may hold the output of a program open that has ended: it is waited for that long, in ms. */
const HELD_OPEN = 5_000;

/**
 * Starts a program with exactly the given environment, as the leader of a session, by which all that it starts is known; it
 * dies with the test that started it. Windows has neither: what it started is looked for when it is killed.
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
          // It ended in this moment.
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
