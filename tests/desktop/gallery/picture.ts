import type { TabOptions } from "../../support/browser/mod.ts";
import type { Scene } from "./scenes.ts";
import type { Stage } from "./show.ts";

/**
 * Takes a picture of a scene, in the size that its page asks for. `problems` are the errors of the
 * page; empty if there are none.
 */
export async function takePicture(
  stage: Stage,
  scene: Scene,
  options: TabOptions,
): Promise<{ readonly png: Uint8Array; readonly problems: readonly string[] }> {
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
  const png = await tab.screenshot();
  await shown.close();
  return { png, problems: tab.problems };
}
