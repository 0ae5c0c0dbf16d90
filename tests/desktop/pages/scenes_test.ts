import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { unfound } from "./find_key.ts";
import { lostInForced, rememberInk } from "./forced.ts";
import { wrongLines } from "./here_lines.ts";
import { sideBySide } from "../../support/side_by_side.ts";
import { type Scene, scenes } from "../gallery/scenes.ts";
import { openStage, type Stage } from "../gallery/show.ts";
import {
  arrowless,
  axeFindings,
  crowded,
  cutNames,
  cutQuestions,
  cutRings,
  faint,
  headings,
  lateLists,
  leaning,
  loneButtons,
  loneIcons,
  lostIds,
  nameless,
  offColumn,
  orphans,
  outOfLine,
  outOfView,
  saidTwice,
  squeezed,
  ungrouped,
  unreached,
} from "./audit.ts";

/** What must find nothing in a picture, in both themes. */
const SEEN = { nameless, lostIds, orphans, faint, headings };

/** What must find nothing in it and does not depend on colours; the walk comes last, for it moves the focus. */
const USED = {
  arrowless,
  loneIcons,
  loneButtons,
  cutNames,
  cutQuestions,
  cutRings,
  leaning,
  offColumn,
  outOfLine,
  squeezed,
  ungrouped,
  saidTwice,
  axe: axeFindings,
  keys: unreached,
  lists: lateLists,
};

/** What must find nothing in it at half the size, and where it is narrow. */
const SMALL = { outOfView, squeezed, crowded, cutNames, loneIcons, loneButtons };

/** The small form: it is read by each page anew. */
const AXE = await Deno.readTextFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")));

/** All scenes, or those with what stands behind `--` in their names. */
const LOOKED_AT = scenes.filter(({ name }) => name.includes(Deno.args[0] ?? ""));

/** Scenes that are looked at side by side: while one comes to rest others compute. */
const AT_ONCE = 3;

/** What is wrong with a scene, by what found it. */
async function audited(stage: Stage, scene: Scene): Promise<Record<string, unknown>> {
  const shown = await stage.show(scene);
  const { tab } = shown;
  await scene.act?.(tab);
  const found: [what: string, problems: unknown][] = [];
  for (const theme of ["dark", "light"] as const) {
    await tab.dim(theme === "dark");
    await shown.settle();
    for (const [name, audit] of Object.entries(SEEN)) {
      found.push([`${name} in ${theme}`, await tab.evaluate<string[]>(audit)]);
    }
  }
  await tab.evaluate<void>(rememberInk);
  const wide = await tab.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
  found.push(["px too wide", wide > 0 ? [wide] : []]);
  // A window half as large in its own pixels is one that draws twice as large.
  const half = [Math.max(210, scene.width / 2), Math.max(150, scene.height / 2)] as const;
  for (const [width, height] of scene.browser ? [] : [half, [320, 600] as const]) {
    await tab.resize(Math.round(width), Math.round(height));
    await shown.settle();
    for (const [name, audit] of Object.entries(SMALL)) {
      found.push([`${name} at ${width} × ${height}`, await tab.evaluate<string[]>(audit)]);
    }
  }
  await tab.resize(scene.width, scene.height);
  await shown.settle();
  // The walk leads to parts that the scene has no answers for.
  found.push(["the page's own", [...tab.problems]]);
  await tab.evaluate<void>(`${AXE};0`);
  for (const [name, audit] of Object.entries(USED)) {
    // In a browser the page stands beside the browser's own controls.
    if ((name === "keys" || name === "lists") && scene.browser) continue;
    found.push([name, await tab.evaluate<string[]>(audit)]);
  }
  found.push(["Ctrl+K", await wrongLines(tab, scene)]);
  // The forced colours of a system, with no motion; the key is what makes the focus be seen.
  await tab.media({ "forced-colors": "active", "prefers-reduced-motion": "reduce" });
  await tab.press("Tab");
  found.push(["forced colours", await tab.evaluate<string[]>(lostInForced)]);
  // It comes last, for over a text it opens a search.
  found.push(["Ctrl+F", await unfound(tab)]);
  await shown.close();
  return Object.fromEntries(found.filter(([, problems]) => (problems as []).length > 0));
}

Deno.test("every scene is whole and readable in light and dark, clean by axe, reached by keys, by Ctrl+K and by Ctrl+F, also at 200 %, at 320 px and in forced colours", async (t) => {
  const stage = await openStage({ still: true });
  const problems = new Map<Scene, unknown>();
  try {
    await sideBySide(LOOKED_AT, AT_ONCE, async (scene) => {
      problems.set(scene, await audited(stage, scene).catch((error) => ({ error: String(error) })));
    });
  } finally {
    await stage.close();
  }
  for (const scene of LOOKED_AT) await t.step(scene.name, () => assert.deepEqual(problems.get(scene), {}));
});
