import { command, feature } from "../../feature.ts";

/** Kedge itself. */
export const application = feature(
  {
    /** Shows windows in the default browser from now on: for a desktop that cannot show them itself. */
    useBrowser: command({}),
    quit: command({}),
  },
  ({ useBrowser, quit }: { readonly useBrowser: () => void; readonly quit: () => void | Promise<void> }) => ({
    useBrowser,
    quit,
  }),
);
