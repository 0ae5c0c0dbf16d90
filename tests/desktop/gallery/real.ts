/**
 * Takes pictures of scenes in real windows on a private desktop, as users see them, into dist/gallery:
 * `deno run -A tests/desktop/gallery/real.ts part-of-a-name… [--dark]`
 */
import { createDesktopWindows } from "../../../src/tray/windows/mod.ts";
import { testAssets } from "../../support/pages/assets.ts";
import { testPages } from "../../support/pages/pages.ts";
import { windowOf } from "../../support/pages/pages_state.ts";
import { startDesktop, waitFor } from "../harness/mod.ts";
import { type Scene, scenes } from "./scenes.ts";
import { logOf } from "./state.ts";

const wanted = Deno.args.filter((arg) => !arg.startsWith("--"));
const dark = Deno.args.includes("--dark");
const desktop = await startDesktop({ panel: false });
const cache = await Deno.makeTempDir({ prefix: "kedge-real-" });
try {
  for (const scene of scenes) {
    if (wanted.some((part) => scene.name.includes(part))) await picture(scene);
  }
} finally {
  await desktop.stop();
  await Deno.remove(cache, { recursive: true });
}

async function picture(scene: Scene): Promise<void> {
  const { page, params, width, height, state } = scene;
  const window = { ...windowOf(page, params), width, height, title: scene.name };
  let resized = false;
  const pages = await testPages({ ...state, windows: [window] }, {
    assets: testAssets(),
    dispatch(command) {
      if (command.name === "resizeWindow") {
        resized = true;
        pages.store.update((now) => ({
          ...now,
          windows: now.windows.map((one) => ({ ...one, height: command.height })),
        }));
      }
      return Promise.resolve({ ok: true });
    },
  });
  pages.log.push(...logOf(scene));
  const windows = createDesktopWindows({
    store: pages.store,
    paths: { cache },
    address: pages.openAddress,
    whenReady: pages.whenReady,
    onClosed: () => {},
    onProblem: (problem) => problem && console.log(problem.message, problem.hint),
    onError: (error) => console.log(error),
    openInBrowser: () => Promise.resolve(),
    env: { ...desktop.env, ...(dark && { GTK_THEME: "Adwaita:dark" }) },
  });
  await desktop.windows.find(scene.name, 30_000);
  const fitted = page === "dialog" && state.dialogs[0]?.kind !== "html";
  if (fitted) await waitFor("its height", () => resized, 20_000);
  // The engine draws when it likes; a picture for people may wait.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const shown = await desktop.windows.find(scene.name);
  await Deno.mkdir("dist/gallery", { recursive: true });
  const file = `dist/gallery/${scene.name}-real${dark ? "-dark" : ""}.png`;
  await desktop.run("/usr/bin/import", "-silent", "-window", shown.id, file);
  console.log(file);
  await windows.close();
  await pages.close();
}
