import { withoutCredentials } from "./environment.ts";
import { findProgram, hostSystem } from "./host.ts";
import { userEnvironment } from "./runtime_variables.ts";
import type { CommandLine } from "./system.ts";

/** The result of handing something to another program. */
export type OpenResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly message: string; readonly hint: string };

/** Time within which an opener fails, ms; one that runs longer has opened something. */
const LAUNCH_MS = 3000;

/** Options for starting a program. */
interface LaunchOptions {
  /** The whole environment; by default Kedge's own without credentials. */
  readonly env?: Record<string, string>;
  readonly cwd?: string;
  /** Time within which a failure is noticed, ms. */
  readonly patience?: number;
  /** Called with a failure within that time; the caller does not wait then. */
  readonly onFailed?: (failure: Extract<OpenResult, { ok: false }>) => void;
}

/**
 * Starts a program that opens something for the user, without Kedge's credentials, and leaves it running.
 * `input` goes to its standard input; `yourself` tells what the user can do instead.
 */
export async function launch(
  [name, ...args]: CommandLine,
  yourself: string,
  input?: string,
  { env, cwd, patience = LAUNCH_MS, onFailed }: LaunchOptions = {},
): Promise<OpenResult> {
  const program = await findProgram(name);
  if (!program) {
    return { ok: false, message: `${name} was not found`, hint: `${hostSystem().openHint} ${yourself}` };
  }
  let child;
  try {
    child = new Deno.Command(program, {
      args,
      env: env ?? withoutCredentials(userEnvironment()),
      ...(cwd === undefined ? {} : { cwd }),
      clearEnv: true,
      stdin: input === undefined ? "null" : "piped",
      stdout: "null",
      stderr: "null",
      detached: true,
    }).spawn();
  } catch (error) {
    return { ok: false, message: `${program} did not start: ${(error as Error).message}`, hint: yourself };
  }
  child.unref();
  if (input !== undefined) await write(child.stdin, input);
  const outcome = ended(child, patience, onFailed === undefined).then((status): OpenResult =>
    // explorer.exe exits with 1 even when it has shown the folder.
    status === null || status.success || name.endsWith("explorer.exe")
      ? { ok: true }
      : { ok: false, message: `${name} ended with exit status ${status.code}`, hint: yourself }
  );
  if (!onFailed) return await outcome;
  void outcome.then((result) => result.ok || onFailed(result));
  return { ok: true };
}

/** Returns how a program ended; null when it still runs. Only a caller that waits keeps Kedge from ending. */
async function ended(
  child: Deno.ChildProcess,
  patience: number,
  waits: boolean,
): Promise<Deno.CommandStatus | null> {
  const { promise: running, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), patience);
  if (!waits) Deno.unrefTimer(timer);
  const status = await Promise.race([child.status, running]);
  clearTimeout(timer);
  return status;
}

async function write(stdin: WritableStream<Uint8Array>, input: string): Promise<void> {
  try {
    const writer = stdin.getWriter();
    await writer.write(new TextEncoder().encode(input));
    await writer.close();
  } catch {
    // The program ended without reading; its exit status shows why.
  }
}
