import type { App } from "../../core/app/app.ts";
import type { Logger } from "../../core/files/logger.ts";
import { askedRows } from "../../core/resources/rows.ts";
import type { KedgePaths } from "../../core/paths.ts";
import { browsers, openInBrowser, terminals } from "../../core/platform/mod.ts";
import { pageAssets, type Pages, servePages } from "../../pages/mod.ts";
import type { Activation } from "../../tray/activation.ts";
import type { Args } from "../args.ts";
import { installedIcon } from "./extension_services.ts";
import type { PrintedAddress } from "./greeting.ts";
import { showCode } from "./show_code.ts";

/** Dependencies of a surface. */
export interface SurfaceParts {
  readonly app: App;
  readonly paths: KedgePaths;
  readonly logger: Logger;
  readonly args: Args;
  /** Holds the activation token that lets the next window take the focus. */
  readonly activation: Activation;
  /** Receives a function that returns a new address of the home page, for later starts; null when windows show it. */
  readonly onServed: (printed: (() => PrintedAddress) | null) => void;
  /** Receives a function that returns whether opened windows are visible, for later starts. */
  readonly onWindows: (seen: () => Promise<boolean>) => void;
  /** Settles when Kedge should end. */
  readonly quit: Promise<void>;
}

/** Returns a function that opens an address in the default browser and logs failures. */
export function browserOpener({ app, logger }: SurfaceParts): (address: string) => Promise<void> {
  return async (address) => {
    const opened = await openInBrowser(address, showCode(() => app));
    if (!opened.ok) logger.info(opened.message);
  };
}

/** Serves the pages of the application's windows. Reports a problem and returns null when the pages cannot be built. */
export async function startPages(
  parts: SurfaceParts,
  surface: "window" | "browser",
): Promise<Pages | null> {
  const { app, paths, logger } = parts;
  const built = await pageAssets(paths);
  if (!built.ok) {
    app.problems.set({ code: "no-pages", message: built.error, hint: built.hint });
    return null;
  }
  return await servePages({
    ...app.queries,
    assets: built.assets,
    surface,
    dispatch: (command, window, pressed) => app.dispatch(command, { window, pressed }),
    read: app.read,
    browsers: () => askedRows(browsers),
    terminals: () => askedRows(terminals),
    async icon({ of, id, path }) {
      return of === "review" ? app.reviewFile(id, path) : await installedIcon(paths, app, id, path);
    },
    upload: (name, bytes) => app.upload(bytes, name),
    openInBrowser: browserOpener(parts),
    onError: (error, window) => logger.error(`page of window ${window}`, error),
  });
}
