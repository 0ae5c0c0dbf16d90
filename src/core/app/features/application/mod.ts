import { command, feature } from "../../feature.ts";
import { type CommandOutcome, refusal } from "../../../result.ts";
import type { Releases } from "../../releases.ts";
import type { Windows } from "../../windows.ts";

/** The commands about Kedge itself. */
export const application = feature(
  {
    /** Shows windows in the default browser from now on, for a desktop that cannot show them itself. */
    useBrowser: command({}),
    /** Hides the news about the current new version of Kedge. */
    dismissRelease: command({}),
    /** Quits Kedge. Windows with unsaved input ask first, once. */
    quit: command({}),
  },
  ({ useBrowser, windows, releases, quit }: {
    readonly releases: Pick<Releases, "dismiss">;
    readonly useBrowser: () => void;
    readonly windows: Pick<Windows, "allAskFirst">;
    readonly quit: () => CommandOutcome;
  }) => ({
    useBrowser,
    dismissRelease: () => releases.dismiss(),
    quit: () =>
      windows.allAskFirst()
        ? refusal("Something you entered is not saved.", "Quit again to discard it.")
        : quit(),
  }),
);
