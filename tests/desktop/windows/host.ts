/** A process that shows one window until it is killed. Argument: the folder with the pages. */
import { alertOf, stateWith, windowOf } from "../../support/pages/pages_state.ts";
import { readAssets } from "../../../src/pages/mod.ts";
import { createDesktopWindows } from "../../../src/tray/windows/mod.ts";
import { testPages } from "../../support/pages/pages.ts";

const folder = Deno.args[0]!;
const window = { ...windowOf("dialog", { dialog: "d" }, "w"), title: "Orphan" };
const pages = await testPages(stateWith({ dialogs: [alertOf("d")], windows: [window] }), {
  assets: readAssets(folder),
});
createDesktopWindows({
  store: pages.store,
  paths: { cache: folder },
  address: pages.openAddress,
  whenReady: pages.whenReady,
  onClosed: () => {},
  onProblem: (problem) => console.log(JSON.stringify(problem)),
  onError: (error) => console.log(error),
  openInBrowser: () => Promise.resolve(),
});
