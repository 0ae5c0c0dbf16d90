import * as z from "zod";
import { actionEntryId } from "../../../state/selectors.ts";
import { command, feature, id } from "../../feature.ts";
import type { Runs } from "./runs.ts";

const run = { run: id };

/** Running actions. */
export const runs = feature({
  runAction: command(
    { extension: id, action: id },
    ({ extension, action }) => actionEntryId(extension, action),
  ),
  /** Runs the action of an ended run again with the same answers. Secrets and confirmations are asked again. */
  runAgain: command(run),
  /** Stops a run. `now` kills a run whose stopping the user has seen. */
  stopRun: command({ ...run, now: z.boolean().optional() }),
  clickButton: command(run),
  /** Removes an ended run from the history. */
  dismissRun: command(run),
}, ({ runs }: { readonly runs: Runs }) => ({
  runAction: ({ extension, action }) => runs.start(extension, action),
  runAgain: ({ run }) => runs.again(run),
  stopRun: ({ run, now }) => runs.stop(run, now),
  clickButton: ({ run }) => runs.click(run),
  dismissRun: ({ run }) => runs.dismiss(run),
}));
