import assert from "node:assert/strict";
import { inflateSync } from "node:zlib";
import { iconIco, iconPng, picture, pixmaps, templatePng } from "../../../src/tray/icon/mod.ts";
import { parseSvg } from "../../../src/tray/icon/svg.ts";

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

/** Relative luminance of WCAG 2, of a colour of 0 to 255. */
function luminance(red: number, green: number, blue: number): number {
  const linear = (value: number) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function contrast(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

for (const state of STATES) {
  Deno.test(`iconPng() holds the ${state} icon`, () => {
    const { size, rgba } = readPng(iconPng(state, 22));
    assert.equal(size, 22);
    assert.deepEqual(rgba, new Uint8Array(picture(state, 22).rgba));
  });
}

Deno.test("pixmaps() have the sizes of panels, alpha first", () => {
  assert.deepEqual(pixmaps("idle").map(({ size }) => size), [16, 22, 24, 32, 48, 64, 96]);
  for (const { size, argb } of pixmaps("idle")) {
    const { rgba } = picture("idle", size);
    assert.equal(argb.length, rgba.length);
    const middle = 4 * (size * Math.floor(size / 2) + Math.floor(size / 2));
    assert.deepEqual([...argb.subarray(middle, middle + 4)], [
      rgba[middle + 3],
      ...rgba.subarray(middle, middle + 3),
    ]);
  }
});

Deno.test("the icon can be told from light and dark panels at 16 pixels", () => {
  const { size, rgba } = picture("idle", 16);
  // The shank, four pixels above the lowest point: ink in the middle, its outline beside it.
  const at = 4 * (size * 10 + 8);
  const ink = luminance(rgba[at]!, rgba[at + 1]!, rgba[at + 2]!);
  assert.ok(rgba[at + 3]! > 250);
  assert.ok(contrast(ink, luminance(0xf0, 0xf0, 0xf0)) >= 3, "on a light panel");
  assert.ok(contrast(ink, luminance(0x2b, 0x2b, 0x2b)) >= 3, "on a dark panel");
  assert.ok(contrast(ink, luminance(255, 255, 255)) >= 3, "in its own outline, for panels in between");
});

for (const size of [16, 22]) {
  Deno.test(`the outline leaves open what the anchor leaves open at ${size} pixels`, () => {
    const { rgba } = picture("idle", size);
    // Between the shank and each arm, and in the ring, in units of the view box.
    for (const [x, y] of [[11.5, 19.5], [20.5, 19.5], [16, 6.2]] as const) {
      const at = 4 * (size * Math.floor(y / 32 * size) + Math.floor(x / 32 * size));
      const [red, green, blue, alpha] = rgba.subarray(at, at + 4) as unknown as [
        number,
        number,
        number,
        number,
      ];
      const onBlack = luminance(
        ...[red, green, blue].map((one) => one * alpha / 255) as [number, number, number],
      );
      assert.ok(onBlack < 0.25, `${x} ${y}: ${onBlack}`);
    }
  });
}

Deno.test("the icon's states differ in shape, not in colour alone", () => {
  const shapes = STATES.map((state) => {
    const { rgba } = readPng(templatePng(state, 32));
    return JSON.stringify([...rgba].filter((_, index) => index % 4 === 3));
  });
  assert.equal(new Set(shapes).size, STATES.length);
});

Deno.test("templatePng() is black, for the system to colour", () => {
  const { rgba } = readPng(templatePng("attention", 44));
  assert.ok(rgba.every((value, index) => index % 4 === 3 || value === 0));
  assert.ok(rgba.some((value, index) => index % 4 === 3 && value === 255));
});

Deno.test("iconIco() lists four pictures that are where it says", () => {
  const bytes = iconIco("idle");
  const view = new DataView(bytes.buffer);
  assert.deepEqual([view.getUint16(0, true), view.getUint16(2, true), view.getUint16(4, true)], [0, 1, 4]);
  [16, 24, 32, 48].forEach((size, index) => {
    const at = 6 + 16 * index;
    const length = view.getUint32(at + 8, true), offset = view.getUint32(at + 12, true);
    assert.equal(bytes[at], size);
    assert.equal(readPng(bytes.slice(offset, offset + length)).size, size);
  });
});

const UNKNOWN: readonly [string, string, RegExp][] = [
  ["another element", '<rect width="1"/>', /<rect>/],
  ["another path command", '<path fill="#000000" d="M0 0 A1 1 0 0 1 2 2"/>', /not A/],
  ["a relative path command", '<path fill="#000000" d="M0 0 l1 1"/>', /not l/],
  ["a colour by name", '<path fill="red" d="M0 0 L1 1"/>', /#rrggbb/],
  ["another view box", '<svg viewBox="0 0 16 16"/>', /view box/],
];
for (const [name, text, message] of UNKNOWN) {
  Deno.test(`parseSvg() names ${name}`, () => {
    assert.throws(() => parseSvg(text), message);
  });
}
