import type { Scene } from "./scenes.ts";
import { fullState } from "./state.ts";

const scene = (name: string, params: Scene["params"], typed = ""): Scene => ({
  name,
  page: "guide",
  params,
  state: fullState({}),
  width: 960,
  height: 680,
  act: async (tab) => {
    await tab.until("document.querySelector('article .markdown')");
    if (typed !== "") await tab.type(typed);
  },
});

/**
 * The guide: its beginning, a section with tables, one with code, a search with results, one
 * without, and a narrow window.
 */
export const guideScenes: readonly Scene[] = [
  scene("guide", {}),
  scene("guide-fields", { section: "configuration#accounts" }),
  scene("guide-code", { section: "authors#questions" }),
  scene("guide-found", {}, "clipboard"),
  scene("guide-nothing", {}, "zebra"),
  { ...scene("guide-narrow", { section: "guide#signing-in" }), width: 420 },
];
