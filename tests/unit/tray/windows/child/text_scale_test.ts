import assert from "node:assert/strict";
import { textScale } from "../../../../../src/tray/windows/child/text_scale.ts";

for (
  const [dpi, scale, when] of [
    [96, 1, "text has the usual size"],
    [168, 1.75, "text is larger"],
    [120, 1.25, "GNOME's large text is on"],
    [72, 0.75, "text is smaller"],
    [10, 0.5, "text would be too small to read"],
    [960, 3, "text would leave no room"],
    [0, 1, "the desktop says nothing"],
    [-1 / 1024, 1, "GTK does not know"],
  ] as const
) {
  Deno.test(`textScale() is ${scale} when ${when}`, () => assert.equal(textScale(dpi * 1024), scale));
}
