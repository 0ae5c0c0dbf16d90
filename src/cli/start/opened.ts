import { refusal } from "../../core/result.ts";
import type { CommandResult } from "../../core/app/command.ts";
import type { OpenResult } from "../../core/platform/mod.ts";

/** Returns the result of a command that opened something in another program. */
export function opened(how: OpenResult): CommandResult {
  return how.ok ? how : refusal(how.message, how.hint);
}
