import { command, feature, id } from "../../feature.ts";
import type { Runs } from "./runs.ts";

const run = { run: id };

/** Running actions. */
export const runs = feature({
  runAction: command(
    { extension: id, action: id },
    ({ extension, action }) => `action:${extension}/${action}`,
  ),
  stopRun: command(run),
  clickButton: command(run),
  /** Takes an ended run out of the history. */
  dismissRun: command(run),
}, ({ runs }: { readonly runs: Runs }) => ({
  runAction: ({ extension, action }) => runs.start(extension, action),
  stopRun: ({ run }) => runs.stop(run),
  clickButton: ({ run }) => runs.click(run),
  dismissRun: ({ run }) => runs.dismiss(run),
}));
