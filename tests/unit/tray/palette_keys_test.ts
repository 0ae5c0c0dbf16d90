import assert from "node:assert/strict";
import { parseConfig } from "../../../src/core/config/mod.ts";
import { paletteKeys } from "../../../src/tray/shortcut/palette_keys.ts";
import { SHORTCUT_PROBLEM } from "../../../src/tray/shortcut/problem.ts";
import { emptyState } from "../../support/pages/state.ts";

/**
 * The configured shortcut, whether it is refused, the desktop's own description, and the reported
 * keys.
 */
const CASES:
  readonly (readonly [globalShortcut: string, refused: boolean, desktop: string | null, told?: string])[] = [
    ["Ctrl+Alt+K", false, null, "Ctrl+Alt+K"],
    ["Ctrl+Alt+K", false, "Super+K", "Super+K"],
    ["Ctrl+Alt+K", true, null],
    ["", false, null],
  ];
for (const [globalShortcut, refused, desktop, told] of CASES) {
  const what = `${globalShortcut || "none"}${refused ? ", which another program uses" : ""}${
    desktop === null ? "" : `, and the desktop's are ${desktop}`
  }`;
  Deno.test(`paletteKeys() gives ${told ?? "none"} when the configuration has ${what}`, () => {
    const state = emptyState({
      config: {
        ...emptyState().config,
        value: parseConfig(JSON.stringify({ globalShortcut })).config!,
      },
      problems: refused ? [{ code: SHORTCUT_PROBLEM, message: "Used by another", hint: "" }] : [],
      desktopKeys: desktop === null ? {} : { palette: desktop },
    });
    assert.equal(paletteKeys(state), told);
  });
}
