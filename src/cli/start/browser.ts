import { sessionType } from "../../core/platform/mod.ts";
import type { AppState } from "../../core/state/state.ts";
import type { Store } from "../../core/state/store.ts";
import type { Pages } from "../../pages/mod.ts";
import { EXIT } from "../exit.ts";
import { greeting, PRINTED_LIFE_MS } from "./greeting.ts";
import { browserOpener, startPages, type SurfaceParts } from "./surface.ts";

/** Time in ms after which a reloaded page has connected again. */
const RELOAD_MS = 1000;
/** Number of checks whether the page has closed, {@link RELOAD_MS} apart. */
const LOOKS = 10;

/** Shows everything in the default browser, beginning with the home page, whose address it prints. */
export async function runInBrowser(parts: SurfaceParts): Promise<number> {
  const { app, args, quit } = parts;
  // `--dev` prints its one document at the end.
  const document = args.json && args.command !== "dev";
  const pages = await startPages(parts, "browser");
  if (!pages) {
    const { problems } = app.store.get();
    for (const { message, hint } of problems) console.error(`kedge: ${message}\n${hint}`);
    const [first] = problems;
    if (document) console.log(JSON.stringify({ ok: false, error: first?.message, hint: first?.hint }));
    return EXIT.failed;
  }
  await app.dispatch({ name: "openWindow", page: "home" });
  const home = app.store.get().windows.find(({ page }) => page === "home")!;
  app.welcome();
  const openAddress = browserOpener(parts);
  let offered = false;
  const printed = () => ({ address: pages.openAddress(home.id, PRINTED_LIFE_MS), port: pages.port });
  const offer = () => {
    const fresh = printed();
    if (document && !offered) console.log(JSON.stringify({ address: fresh.address }));
    else (args.json ? console.error : console.log)(greeting(fresh, "End Kedge with Ctrl+C."));
    offered = true;
    if (document) return;
    if (sessionType() !== "none") void openAddress(pages.openAddress(home.id));
  };
  offer();
  parts.onServed(printed);
  // When the user has closed the page, Kedge offers a new one.
  parts.onWindows(() => Promise.resolve(true));
  const stop = offerAgain(app.store, pages, home.id, offer);
  await quit;
  stop();
  await pages.close();
  return EXIT.done;
}

/**
 * Calls `offer` when a window asks to be seen (after a second start or a question of an action) and the page
 * that would show it has been closed.
 */
function offerAgain(store: Store, pages: Pages, home: string, offer: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const raises = (state: AppState) => state.windows.reduce((sum, { raised }) => sum + raised, 0);
  /** Checks repeatedly, because a page that has just closed may still count as connected. */
  function look(left: number): void {
    const open = pages.connected(home);
    timer = open && left > 1 ? setTimeout(look, RELOAD_MS, left - 1) : undefined;
    if (!open) offer();
  }
  const stop = store.subscribe((state, before) => {
    if (raises(state) <= raises(before)) return;
    timer ??= setTimeout(look, RELOAD_MS, LOOKS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
