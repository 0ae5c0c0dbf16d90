import { sessionType } from "../../core/platform/mod.ts";
import type { AppState } from "../../core/state/state.ts";
import type { Store } from "../../core/state/store.ts";
import type { Pages } from "../../pages/mod.ts";
import { EXIT } from "../exit.ts";
import { greeting, PRINTED_LIFE_MS } from "./greeting.ts";
import { browserOpener, startPages, type SurfaceParts } from "./surface.ts";

/** A page that is loaded anew is back after this time in ms. */
const RELOAD_MS = 1000;
/** How often Kedge checks whether the page has closed, in ms. */
const LOOKS = 10;

/** Shows everything in the default browser, starting from the home page whose address it prints. */
export async function runInBrowser(parts: SurfaceParts): Promise<number> {
  const { app, args, quit } = parts;
  // The one document of --dev comes at its end.
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
  // Where its page has been closed, it offers a new one.
  parts.onWindows(() => Promise.resolve(true));
  const stop = offerAgain(app.store, pages, home.id, offer);
  await quit;
  stop();
  await pages.close();
  return EXIT.done;
}

/**
 * Calls `offer` when a window wants to be seen (a second start, a question of an action) and the page that
 * would show it has been closed.
 */
function offerAgain(store: Store, pages: Pages, home: string, offer: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const raises = (state: AppState) => state.windows.reduce((sum, { raised }) => sum + raised, 0);
  /** A page that was closed just now may still count as open for a while. */
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
