import { fileURLToPath } from "node:url";
import { sameProgram } from "../../core/platform/running_program.ts";
import { environmentOf } from "./environment.ts";
import { type FromChild, fromChild, type ToChild } from "./protocol.ts";
import { jsonOrNull } from "../../core/json_values.ts";

/** Maximum length of the standard error that is kept for the log, in UTF-16 units. */
const LOG_TAIL = 4000;
/** Maximum length of a line of the child, in UTF-16 units; it writes no longer ones itself. */
const MAX_LINE = 20_000;

/** The running windows' process. */
export type ChildProcess = ReturnType<typeof startChild>;

/**
 * Starts the windows' process with its arguments; `env` is the host's environment. The process is killed when
 * it does not answer a message, or does not end, within `silence` ms.
 */
export function startChild(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  onMessage: (message: FromChild) => void,
  silence: number,
) {
  const entry = fileURLToPath(new URL("./child/main.ts", import.meta.url));
  const child = new Deno.Command(sameProgram(), {
    args: Deno.build.standalone
      ? [...args]
      : ["run", "-A", "--no-config", "--no-lock", "--quiet", entry, ...args],
    env: environmentOf(env, Deno.build.os),
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const input = child.stdin.getWriter();
  let errors = "";

  const write = (message: ToChild) =>
    // A child that has ended is noticed by its exit status.
    void input.write(new TextEncoder().encode(`${JSON.stringify(message)}\n`)).catch(() => {});

  function kill(why: string) {
    errors += `\nIt did not ${why} for ${silence / 1000} s.`;
    try {
      child.kill("SIGKILL");
    } catch {
      // The process has just ended.
    }
  }

  let patience: ReturnType<typeof setTimeout> | undefined;
  let again = false;
  /**
   * Asks for an answer to all messages so far. Messages sent before the answer arrives are covered by the
   * next ping.
   */
  function ask() {
    if (patience !== undefined) return void (again = true);
    patience = setTimeout(() => kill("answer"), silence);
    Deno.unrefTimer(patience);
    write({ type: "ping" });
  }
  function heard() {
    clearTimeout(patience);
    patience = undefined;
    if (!again) return;
    again = false;
    ask();
  }

  const read = async () => {
    for await (const line of linesOf(child.stdout)) {
      const parsed = fromChild.safeParse(jsonOrNull(line));
      if (!parsed.success) continue;
      if (parsed.data.type === "pong") heard();
      else onMessage(parsed.data);
    }
  };
  const readErrors = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of child.stderr) {
      errors = (errors + decoder.decode(chunk, { stream: true })).slice(-LOG_TAIL);
    }
  };
  const ended = Promise.all([child.status, read(), readErrors()]).then(() => {
    clearTimeout(patience);
    return errors.trim();
  });

  return {
    pid: child.pid,
    send(message: ToChild) {
      write(message);
      ask();
    },
    /** Resolves with the end of its standard error when the process has ended, for any reason. */
    ended,
    /** Ends the process and waits for its end; a process that hangs is killed. */
    async end() {
      const late = setTimeout(() => kill("end"), silence);
      await input.close().catch(() => {});
      await ended;
      clearTimeout(late);
    },
  };
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = parts.pop()!.slice(-MAX_LINE);
    yield* parts;
  }
}
