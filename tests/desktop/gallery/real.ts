/**
 * Takes pictures of scenes in real windows on a private desktop into dist/gallery: `deno run -A
 * tests/desktop/gallery/real.ts part-of-a-name… [--dark]`.
 */
import { testAssets } from "../../support/pages/assets.ts";
import { type Desktop, startDesktop, waitFor } from "../harness/mod.ts";
import { showReal } from "../windows/real_pages.ts";
import { type Scene, scenes } from "./scenes.ts";

const wanted = Deno.args.filter((arg) => !arg.startsWith("--"));
const dark = Deno.args.includes("--dark");
const started = await startDesktop({ panel: false });
const desktop: Desktop = {
  ...started,
  env: { ...started.env, ...(dark && { GTK_THEME: "Adwaita:dark" }) },
};
try {
  for (const scene of scenes) {
    if (wanted.some((part) => scene.name.includes(part))) await picture(scene);
  }
} finally {
  await desktop.stop();
}

async function picture(scene: Scene): Promise<void> {
  const { pages, failed, close } = await showReal(desktop, await testAssets(), scene);
  const fitted = scene.page === "dialog" && scene.state.dialogs[0]?.kind !== "html";
  if (fitted) {
    const isResized = () => pages.commands.some(({ command }) => command.name === "resizeWindow");
    await waitFor("its height", isResized, 20_000);
  }
  // The engine chooses when to draw, so wait a while.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const shown = await desktop.windows.find(scene.name);
  await Deno.mkdir("dist/gallery", { recursive: true });
  const file = `dist/gallery/${scene.name}-real${dark ? "-dark" : ""}.png`;
  await desktop.run("/usr/bin/import", "-silent", "-window", shown.id, file);
  console.log([file, ...failed].join("\n"));
  await close();
}
