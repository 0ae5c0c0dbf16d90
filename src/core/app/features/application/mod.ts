import { command, feature } from "../../feature.ts";
import { type CommandOutcome, refusal } from "../../result.ts";
import type { Windows } from "../../windows.ts";

/** Kedge itself. */
export const application = feature(
  {
    /** Shows windows in the default browser from now on: for a desktop that cannot show them itself. */
    useBrowser: command({}),
    /** Windows in which something is entered ask first, once. */
    quit: command({}),
  },
  ({ useBrowser, windows, quit }: {
    readonly useBrowser: () => void;
    readonly windows: Pick<Windows, "allAskFirst">;
    readonly quit: () => CommandOutcome;
  }) => ({
    useBrowser,
    quit: () =>
      windows.allAskFirst()
        ? refusal("Something you entered is not saved.", "Quit again to discard it.")
        : quit(),
  }),
);
