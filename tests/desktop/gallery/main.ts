/**
 * Takes a picture of every page in every state, light and dark, into dist/gallery:
 * `deno run -A tests/desktop/gallery/main.ts [part of a scene's name…] [--light] [--contrast]`
 */
import { readAssets } from "../../../src/pages/assets.ts";
import { bundlePages } from "../../../src/pages/bundle.ts";
import { startBrowser, type TabOptions } from "../../support/browser/mod.ts";
import { windowOf } from "../../support/pages_state.ts";
import { testPages } from "../../support/pages.ts";
import { type Scene, scenes } from "./scenes.ts";
import { log } from "./state.ts";

const OUT = "dist/gallery";
const looks: readonly { readonly name: string; readonly options: TabOptions }[] = [
  { name: "light", options: {} },
  { name: "dark", options: { dark: true } },
  { name: "contrast", options: { media: { "prefers-contrast": "more" } } },
];

const wanted = Deno.args.filter((arg) => !arg.startsWith("--"));
const only = Deno.args.filter((arg) => arg.startsWith("--")).map((arg) => arg.slice(2));
await Deno.mkdir(OUT, { recursive: true });
const folder = await Deno.makeTempDir({ prefix: "kedge-gallery-" });
await bundlePages(folder);
const assets = await readAssets(folder);
const browser = await startBrowser();
try {
  for (const scene of scenes) {
    if (wanted.length > 0 && !wanted.some((part) => scene.name.includes(part))) continue;
    for (const look of looks) {
      if (only.length > 0 ? only.includes(look.name) : look.name !== "contrast") await picture(scene, look);
    }
  }
} finally {
  await browser.close();
  await Deno.remove(folder, { recursive: true });
}

async function picture(scene: Scene, look: (typeof looks)[number]): Promise<void> {
  const window = { ...windowOf(scene.page, scene.params), width: scene.width, height: scene.height };
  const pages = await testPages({ ...scene.state, windows: [window] }, { assets });
  pages.log.push(...log);
  const tab = await browser.open(pages.openAddress(window.id), {
    width: scene.width,
    height: scene.height,
    ...look.options,
  });
  await tab.until("document.querySelector('.window, .fitted, .state, .dialog')");
  await settle(tab.evaluate);
  await scene.act?.(tab);
  await settle(tab.evaluate);
  const sized = pages.commands.findLast(({ command }) => command.name === "resizeWindow")?.command;
  if (sized?.name === "resizeWindow") {
    await tab.resize(scene.width, Math.min(sized.height, 1200));
    await settle(tab.evaluate);
  }
  const file = `${OUT}/${scene.name}-${look.name}.png`;
  await Deno.writeFile(file, await tab.screenshot());
  console.log(file, ...tab.problems);
  await tab.close();
  await pages.close();
}

/** Two frames and a moment, so that measured sizes have led to what they lead to. */
function settle(evaluate: <T>(expression: string) => Promise<T>): Promise<void> {
  return evaluate(
    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 160))))",
  );
}
