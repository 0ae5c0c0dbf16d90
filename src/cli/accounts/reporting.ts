import type { Config } from "../../core/config/config.ts";
import { readConfigFile } from "../../core/config_file/read.ts";
import { CloudError } from "../../core/aws/errors.ts";
import { type KedgePaths, kedgePaths } from "../../core/paths.ts";
import { block } from "../../core/text/outside.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { onStopSelf } from "../stop_self.ts";

/** Reads the configuration. When the file cannot be read, prints that and uses the defaults. */
export function configuration(): { readonly paths: KedgePaths; readonly config: Config } {
  const paths = kedgePaths();
  const { status, config } = readConfigFile(paths.config, { ownedByUser: true });
  if (status === "unreadable") {
    console.error(`kedge: ${paths.config} cannot be read; see: kedge --validate-config`);
  }
  return { paths, config };
}

/** An agent calls a command, and the command would use another thing than the one that the user allowed. */
export class NotAllowedError extends Error {
  readonly hint = "Call again.";

  constructor(what: string) {
    super(`${what} is not what the user allowed`);
  }
}

/**
 * Runs the work of a command and returns the exit status. Reports a CloudError or a NotAllowedError on standard
 * error, or as JSON.
 */
export async function reporting(args: Args, work: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const stop = new AbortController();
  const end = () => stop.abort();
  const names = ["SIGINT", "SIGTERM"] as const;
  for (const name of names) trySignal(() => Deno.addSignalListener(name, end));
  const release = onStopSelf(end);
  try {
    return await work(stop.signal);
  } catch (error) {
    // Shared work rejects with the signal's reason when its caller stops waiting.
    const stopped = stop.signal.aborted && (error instanceof CloudError || error === stop.signal.reason);
    if (stopped) return tell(args, "Stopped.", undefined, EXIT.stopped);
    if (error instanceof NotAllowedError) return tell(args, error.message, error.hint, EXIT.refused);
    if (!(error instanceof CloudError)) throw error;
    return tell(
      args,
      error.message,
      error.terminalHint,
      error.code === "timeout" ? EXIT.timeout : EXIT.failed,
    );
  } finally {
    release();
    for (const name of names) trySignal(() => Deno.removeSignalListener(name, end));
  }
}

/** Runs `listen` and ignores a signal that the system does not have: Windows has no SIGTERM to listen to. */
function trySignal(listen: () => void): void {
  try {
    listen();
  } catch {
    // The system does not have this signal, so nothing can send it.
  }
}

/** Reports what went wrong, on standard error or (with `--json`) as a document. Returns `status`. */
export function tell(args: Args, message: string, hint: string | undefined, status: number): number {
  if (args.json) console.log(JSON.stringify({ ok: false, error: message, ...(hint ? { hint } : {}) }));
  else console.error(block(`kedge: ${message}${hint ? `\n${hint}` : ""}`));
  return status;
}
