/**
 * Takes the pictures of README and guide from scenes of the gallery, light and dark, into
 * docs/images: all of them, or only the given names. `deno run -A tests/desktop/gallery/docs.ts
 * [NAME…]`.
 */
import { fileURLToPath } from "node:url";
import { SCENES } from "./documented.ts";
import { takePicture } from "./picture.ts";
import { scenes } from "./scenes.ts";
import { openStage } from "./show.ts";
import { usePictureFaces } from "./typeface.ts";

const IMAGES = fileURLToPath(new URL("../../../docs/images/", import.meta.url));

/** Pixels by which a window is made higher, so that its whole page fits. */
const TALLER: Readonly<Record<string, number>> = { databases: 60 };

const wanted = Object.entries(SCENES).filter(([name]) => Deno.args.length === 0 || Deno.args.includes(name));
await usePictureFaces();
const stage = await openStage();
try {
  for (const [name, shows] of wanted) {
    const scene = scenes.find((one) => one.name === shows);
    if (!scene) throw new Error(`no scene is called ${shows}`);
    // A page that scrolls would be cut through a line.
    const whole = { ...scene, height: scene.height + (TALLER[name] ?? 0) };
    for (const dark of [false, true]) {
      const { png, problems } = await takePicture(stage, whole, { dark, density: 2 });
      if (problems.length > 0) throw new Error(`${shows}: ${problems.join("; ")}`);
      await Deno.writeFile(`${IMAGES}${name}${dark ? "-dark" : ""}.png`, png);
    }
    console.log(name);
  }
} finally {
  await stage.close();
}
