import { hostname } from "node:os";
import { openInBrowser, sessionType } from "../../core/platform/mod.ts";
import { EXIT } from "../exit.ts";
import { startPages, type SurfaceParts } from "./surface.ts";

/** How long the printed address can be opened: it may have to travel to another machine's browser first. */
const PRINTED_LIFE_MS = 15 * 60_000;

/** Shows everything in the default browser, starting from the home page whose address it prints. */
export async function runInBrowser(parts: SurfaceParts): Promise<number> {
  const { app, args, quit } = parts;
  const pages = await startPages(parts, "browser");
  if (!pages) {
    for (const { message, hint } of app.store.get().problems) console.error(`kedge: ${message}\n${hint}`);
    return EXIT.failed;
  }
  await app.dispatch({ name: "openWindow", page: "home" });
  const home = app.store.get().windows.find(({ page }) => page === "home")!;
  const address = pages.openAddress(home.id, PRINTED_LIFE_MS);
  if (args.json) console.log(JSON.stringify({ address }));
  else console.log(greeting(address, pages.port));
  if (sessionType() !== "none" && !args.json) await openInBrowser(pages.openAddress(home.id));
  await quit;
  await pages.close();
  return EXIT.done;
}

/** What the terminal says. In a session over SSH the browser is on another machine, which must reach the port. */
function greeting(address: string, port: number): string {
  const forward = Deno.env.get("SSH_CONNECTION")
    ? `\nFor a browser on your own machine, first run there: ssh -N -L ${port}:127.0.0.1:${port} ${hostname()}`
    : "";
  return `Kedge is at ${address}\nThe address works once, within 15 minutes. End Kedge with Ctrl+C.${forward}`;
}
