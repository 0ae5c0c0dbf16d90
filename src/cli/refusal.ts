import type { CommandName } from "./args.ts";
import { EXIT } from "./exit.ts";

/** The called command, as far as it is known. */
interface Called {
  readonly json: boolean;
  readonly command?: CommandName;
}

/**
 * Prints on standard error why nothing was done; with `--json` also on standard output, in the form of the
 * command's documents. Returns the exit status.
 */
export function printRefusal(
  { json, command }: Called,
  error: string,
  hint?: string,
  status: number = EXIT.usage,
): number {
  console.error(`kedge: ${error}${hint === undefined ? "" : `\n${hint}`}`);
  if (json) console.log(JSON.stringify(documentOf(command, error, hint, status)));
  return status;
}

/** The status in the document of `--run`, by the exit status. */
const RUN_STATUSES: Readonly<Record<number, string>> = {
  [EXIT.refused]: "refused",
  [EXIT.timeout]: "timeout",
  [EXIT.stopped]: "stopped",
};

function documentOf(
  command: Called["command"],
  error: string,
  hint: string | undefined,
  code: number,
): unknown {
  if (command === "query") return [];
  if (command === "run") {
    const status = RUN_STATUSES[code] ?? "failed";
    return { ok: false, status, error, log: [], shown: [], ms: 0 };
  }
  return { ok: false, error, ...(hint === undefined ? {} : { hint }) };
}
