import { isCatalogueError } from "../../core/catalogue/mod.ts";
import { spelled } from "../../core/text/hidden.ts";
import { reporting, tell } from "../accounts/reporting.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";

/**
 * Runs the work of a command and returns the exit status. Reports a fault of a catalogue on standard error,
 * or as JSON.
 */
export function withCatalogues(args: Args, work: (signal: AbortSignal) => Promise<number>): Promise<number> {
  return reporting(args, async (signal) => {
    try {
      return await work(signal);
    } catch (error) {
      if (!isCatalogueError(error)) throw error;
      if (error.code === "cancelled") return tell(args, "Stopped.", undefined, EXIT.stopped);
      const status = error.code === "unusable"
        ? EXIT.usage
        : ["unreachable", "password", "missing", "no-program"].includes(error.code)
        ? EXIT.failed
        : EXIT.refused;
      return tell(args, spelled(error.message), spelled(error.hint), status);
    }
  });
}
