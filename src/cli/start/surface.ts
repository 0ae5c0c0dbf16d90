import { readPastLog } from "../../core/actions/mod.ts";
import type { App } from "../../core/app/app.ts";
import type { Logger } from "../../core/files/logger.ts";
import type { KedgePaths } from "../../core/paths.ts";
import { openInBrowser } from "../../core/platform/mod.ts";
import { pageAssets, type Pages, servePages } from "../../pages/mod.ts";
import type { Args } from "../args.ts";
import { installedIcon } from "./extension_services.ts";

/** What a surface works with. */
export interface SurfaceParts {
  readonly app: App;
  readonly paths: KedgePaths;
  readonly logger: Logger;
  readonly args: Args;
  /** Settles when Kedge should end. */
  readonly quit: Promise<void>;
}

/** Remembers the last result: a window asks for one log in many pieces, and a file is read once for all of them. */
export function rememberLast<Result>(
  read: (key: string) => Promise<Result>,
): (key: string) => Promise<Result> {
  let last: { readonly key: string; readonly result: Promise<Result> } | undefined;
  return (key) => {
    if (last?.key !== key) last = { key, result: read(key) };
    return last.result;
  };
}

/** Serves the pages of the application's windows; null when they cannot be built, which is then a problem. */
export async function startPages(
  { app, paths, logger }: SurfaceParts,
  surface: "window" | "browser",
): Promise<Pages | null> {
  const built = await pageAssets(paths);
  if (!built.ok) {
    app.problems.set({ code: "no-pages", message: built.error, hint: built.hint });
    return null;
  }
  const pastLog = rememberLast((run) => readPastLog(paths, run));
  return await servePages({
    store: app.store,
    assets: built.assets,
    surface,
    dispatch: (command) => app.dispatch(command),
    async runLog(run, from, count) {
      const lines = app.runLog(run)?.lines() ?? await pastLog(run);
      return lines.slice(from, from + count);
    },
    async icon({ of, id, path }) {
      return of === "review" ? app.reviewFile(id, path) : await installedIcon(paths, app.store, id, path);
    },
    upload: (name, bytes) => app.upload(bytes, name),
    async openInBrowser(url) {
      const opened = await openInBrowser(url);
      if (!opened.ok) logger.info(opened.message);
    },
    onError: (error, window) => logger.error(`page of window ${window}`, error),
  });
}
