/**
 * Takes a picture of every page in every state, light and dark, into dist/gallery: `deno run -A
 * tests/desktop/gallery/main.ts [part of a scene's name…] [--light] [--dark] [--contrast]`.
 */
import type { TabOptions } from "../../support/browser/mod.ts";
import { takePicture } from "./picture.ts";
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
  const { png, problems } = await takePicture(stage, scene, options);
  const file = `${OUT}/${scene.name}-${name}.png`;
  await Deno.writeFile(file, png);
  console.log(file, ...problems);
}
