import { equal } from "node:assert/strict";
import { newVersion } from "../../../../src/core/state/new_version.ts";
import type { ReleaseState } from "../../../../src/core/state/releases.ts";
import { menu } from "../../../../src/tray/menu/mod.ts";
import { emptyState } from "../../../support/pages/state.ts";

const seen = (version: string) => ({ version, expires: 1, page: "https://a.example/", lines: [] });
const base = emptyState();
const CASES: [what: string, release: ReleaseState, on: boolean, told: boolean][] = [
  ["a newer version", { at: 0, seen: seen("99.0.0") }, true, true],
  ["the version that runs", { at: 0, seen: seen(base.app.version) }, true, false],
  ["an older version", { at: 0, seen: seen("0.0.1") }, true, false],
  ["none", { at: 0, seen: null }, true, false],
  ["one that nobody wants to hear of", { at: 0, seen: seen("99.0.0"), dismissed: "99.0.0" }, true, false],
  ["one after that", { at: 0, seen: seen("99.0.1"), dismissed: "99.0.0" }, true, true],
  ["a newer version where it is off", { at: 0, seen: seen("99.0.0") }, false, false],
];
for (const [what, release, releaseCheckEnabled, told] of CASES) {
  Deno.test(`newVersion() and the tray ${told ? "tell of" : "are silent about"} ${what}`, () => {
    const config = { ...base.config, value: { ...base.config.value, releaseCheckEnabled } };
    const state = emptyState({ release, config });
    equal(newVersion(state) !== null, told);
    equal(menu(state).some(({ id }) => id === "release"), told);
  });
}
