/**
 * Takes a picture of every page in every state, light and dark, into dist/gallery:
 * `deno run -A tests/desktop/gallery/main.ts [part of a scene's name…] [--light] [--dark] [--contrast]`
 */
import type { TabOptions } from "../../support/browser/mod.ts";
import { type Scene, scenes } from "./scenes.ts";
import { openStage } from "./show.ts";

const OUT = "dist/gallery";
const looks: readonly { readonly name: string; readonly options: TabOptions }[] = [
  { name: "light", options: {} },
  { name: "dark", options: { dark: true } },
  { name: "contrast", options: { media: { "prefers-contrast": "more" } } },
  { name: "forced", options: { media: { "forced-colors": "active" } } },
];

const wanted = Deno.args.filter((arg) => !arg.startsWith("--"));
const only = Deno.args.filter((arg) => arg.startsWith("--")).map((arg) => arg.slice(2));
const taken = looks.filter(({ name }) =>
  only.length > 0 ? only.includes(name) : ["light", "dark"].includes(name)
);
await Deno.mkdir(OUT, { recursive: true });
const stage = await openStage();
try {
  for (const scene of scenes) {
    if (wanted.length > 0 && !wanted.some((part) => scene.name.includes(part))) continue;
    for (const look of taken) await picture(scene, look);
  }
} finally {
  await stage.close();
}

async function picture(scene: Scene, { name, options }: (typeof looks)[number]): Promise<void> {
  const shown = await stage.show(scene, { ...options, ...(scene.pages && { pages: scene.pages }) });
  const { tab, pages } = shown;
  await scene.act?.(tab);
  await shown.settle();
  const sized = pages.commands.findLast(({ command, window }) =>
    command.name === "resizeWindow" && window === scene.page
  )?.command;
  if (sized?.name === "resizeWindow") {
    await tab.resize(scene.width, Math.min(sized.height, 1200));
    await shown.settle();
  }
  const file = `${OUT}/${scene.name}-${name}.png`;
  await Deno.writeFile(file, await tab.screenshot());
  console.log(file, ...tab.problems);
  await shown.close();
}
