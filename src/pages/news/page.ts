import { NEWS } from "../../core/news.ts";
import { howToUpdate } from "../../core/releases/installation.ts";
import { newVersion } from "../../core/state/new_version.ts";
import { selector } from "../../core/state/selector.ts";
import type { AppState } from "../../core/state/state.ts";
import { definePage, type ModelOf } from "../page.ts";

/** The page about the changes in each version and the available update. */
export const newsPage = definePage({
  title: "What's new",
  width: 560,
  height: 420,
  single: true,
  model: () => {
    const release = selector(
      (state: AppState) => [newVersion(state), state.app.installation],
      (release, installation = "archive") =>
        release && { ...release, how: howToUpdate(installation, release.version) },
    );
    return (state) => ({
      version: state.app.version,
      news: NEWS,
      /** A newer version and how to install it; null when none is known. */
      release: release(state),
    });
  },
  commands: { dismissRelease: true },
});

/** The model of the page. */
export type NewsModel = ModelOf<typeof newsPage>;
