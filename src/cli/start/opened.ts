import type { CommandResult } from "../../core/app/command.ts";
import type { OpenResult } from "../../core/platform/mod.ts";

/** How a hand-over to another program ended, as the answer to a command. */
export function opened(how: OpenResult): CommandResult {
  return how.ok ? how : { ok: false, error: how.message, hint: how.hint };
}
