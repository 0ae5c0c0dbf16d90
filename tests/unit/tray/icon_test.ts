import assert from "node:assert/strict";
import { inflateSync } from "node:zlib";
import { ICON_SIZES, picture, template } from "../../../build/icon/mod.ts";
import { iconIco, iconPng, pixmaps, templatePng } from "../../../src/tray/icon/mod.ts";

const STATES = ["idle", "running", "attention", "signed-out"] as const;

/** Size and pixels of a PNG of ours. */
function readPng(bytes: Uint8Array): { size: number; rgba: Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  assert.deepEqual([...bytes.subarray(1, 4)], [0x50, 0x4e, 0x47]);
  const size = view.getUint32(16);
  const rows = inflateSync(bytes.subarray(41, 41 + view.getUint32(33)));
  const rgba = new Uint8Array(4 * size * size);
  for (let y = 0; y < size; y++) {
    rgba.set(rows.subarray(y * (1 + 4 * size) + 1, (y + 1) * (1 + 4 * size)), 4 * size * y);
  }
  return { size, rgba };
}

for (const state of STATES) {
  Deno.test(`the ${state} icon is what its SVG says (deno task generate)`, () => {
    for (const size of ICON_SIZES) {
      assert.deepEqual(readPng(iconPng(state, size)), { size, rgba: picture(state, size).rgba });
    }
    assert.deepEqual(readPng(templatePng(state)), { size: 44, rgba: template(state, 44).rgba });
  });
}

Deno.test("iconPng() names a size that was not painted", () => {
  assert.throws(() => iconPng("idle", 20), /20 pixels/);
});

Deno.test("pixmaps() have the sizes of panels, alpha first", () => {
  assert.deepEqual(pixmaps("idle").map(({ size }) => size), [16, 22, 24, 32, 48, 64, 96]);
  for (const { size, argb } of pixmaps("idle")) {
    const { rgba } = picture("idle", size);
    const turned = rgba.map((_, at) => rgba[at % 4 === 0 ? at + 3 : at - 1]!);
    assert.deepEqual(argb, turned);
  }
});

Deno.test("iconIco() lists a picture of each size", () => {
  const view = new DataView(iconIco("idle").buffer);
  const head = [0, 2, 4].map((at) => view.getUint16(at, true));
  assert.deepEqual(head, [0, 1, ICON_SIZES.length]);
});
