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

/** Audits that run in both themes. */
const SEEN = { nameless, lostIds, orphans, faint, headings };

/**
 * Audits that do not depend on colours; the walk by keys comes last, because it moves the focus.
 */
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

/** Audits that run at half the size and in a narrow window. */
const SMALL = { outOfView, squeezed, crowded, cutNames, loneIcons, loneButtons };

/** The minified script, because each page parses it again. */
const AXE = await Deno.readTextFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")));

/** All scenes, or those whose name contains the argument after `--`. */
const LOOKED_AT = scenes.filter(({ name }) => name.includes(Deno.args[0] ?? ""));

/** Number of scenes that are tested at the same time: while one waits, others compute. */
const AT_ONCE = 3;

/** Returns the problems of a scene, by the audit that found them. */
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
  // Half the size in pixels is the same layout as a zoom of 200 %.
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
  // Read the problems first, because the walk opens parts that the scene has no data for.
  found.push(["the page's own", [...tab.problems]]);
  await tab.evaluate<void>(`${AXE};0`);
  for (const [name, audit] of Object.entries(USED)) {
    // In a browser tab the browser's own controls surround the page.
    if ((name === "keys" || name === "lists") && scene.browser) continue;
    found.push([name, await tab.evaluate<string[]>(audit)]);
  }
  found.push(["Ctrl+K", await wrongLines(tab, scene)]);
  // Forced colours and reduced motion; a pressed key makes the focus visible.
  await tab.media({ "forced-colors": "active", "prefers-reduced-motion": "reduce" });
  await tab.press("Tab");
  found.push(["forced colours", await tab.evaluate<string[]>(lostInForced)]);
  // Test this last, because Ctrl+F opens a search in a text.
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
