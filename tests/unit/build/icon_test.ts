import assert from "node:assert/strict";
import { picture, template } from "../../../build/icon/mod.ts";
import { parseSvg } from "../../../build/icon/svg.ts";

const STATES = ["idle", "running", "attention", "signed-out"] as const;

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
  const shapes = STATES.map((state) =>
    JSON.stringify([...template(state, 32).rgba].filter((_, index) => index % 4 === 3))
  );
  assert.equal(new Set(shapes).size, STATES.length);
});

Deno.test("template() is black, for the system to colour", () => {
  const { rgba } = template("attention", 44);
  assert.ok(rgba.every((value, index) => index % 4 === 3 || value === 0));
  assert.ok(rgba.some((value, index) => index % 4 === 3 && value === 255));
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
