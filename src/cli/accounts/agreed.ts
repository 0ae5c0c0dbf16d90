import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { askYes } from "../question.ts";
import { reporting, tell } from "./reporting.ts";

/**
 * Asks before a change is written, unless `--yes` is given. Returns the status of success when the user
 * agrees. Otherwise it reports why nothing was written and returns the exit status. `does` ends the sentence
 * about `--yes`.
 */
export function agreed(args: Args, question: string, does: string): Promise<number> {
  return reporting(args, async (signal) => {
    const sure = args.yes || await askYes(question, signal);
    if (sure) return EXIT.done;
    const hint = sure === null ? `Nobody answered: --yes ${does} without a question.` : undefined;
    return tell(args, "Nothing was written.", hint, EXIT.refused);
  });
}
