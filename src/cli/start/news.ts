import type { App } from "../../core/app/app.ts";
import { newsSince } from "../../core/news.ts";
import type { KedgePaths } from "../../core/paths.ts";
import { readStateFile, updateStateFile } from "../../core/state/state_file.ts";

/** How long a message about a new version stays, in seconds. */
const SECONDS = 20;

/** Shows the news of a new version once: in a window, or as a message when no window should open. */
export async function showNews(
  app: Pick<App, "dispatch" | "tell">,
  paths: KedgePaths,
  version: string,
  hidden: boolean,
): Promise<void> {
  const news = newsSince((await readStateFile(paths)).version, version);
  await updateStateFile(paths, "version", () => version);
  if (news.length === 0) return;
  if (!hidden) await app.dispatch({ name: "openWindow", page: "news" });
  else {
    app.tell(
      `Kedge ${version}`,
      `${news[0]!.lines[0]!} “What’s new” in the palette has the rest.`,
      SECONDS,
    );
  }
}
