import { ok } from "node:assert/strict";
import { scenes } from "../desktop/gallery/scenes.ts";
import { logOf, runShown } from "../desktop/gallery/state.ts";

Deno.test("pictures of runs show as many lines as they count, none of them later than the run's own time", () => {
  for (const scene of scenes) {
    const run = runShown(scene), lines = logOf(scene);
    // Only these pages show lines of a run.
    if (!run || !["console", "development"].includes(scene.page)) continue;
    const took = run.ms ?? Date.now() - run.startedAt;
    ok(lines.every(({ time }) => time <= took), `${scene.name}: lines later than ${took} ms`);
    ok(lines.length === run.logLines, `${scene.name}: ${lines.length} lines, ${run.logLines} counted`);
  }
});
