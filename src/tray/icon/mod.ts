import { inflateSync } from "node:zlib";
import icons from "./icons.json" with { type: "json" };

/** State that the icon shows. */
export type IconState = "idle" | "running" | "attention" | "signed-out";

/** Sizes that panels ask for, in pixels: the sizes of usual panels at a scale of one, two and three. */
const PANEL_SIZES = [16, 22, 24, 32, 48, 64, 96];

/** A picture for a StatusNotifierItem. */
interface Pixmap {
  /** Width and height in pixels. */
  readonly size: number;
  readonly argb: Uint8Array;
}

/** Returns the icon in every size that panels ask for. Takes about 1 ms. */
export function pixmaps(state: IconState): readonly Pixmap[] {
  return PANEL_SIZES.map((size) => ({ size, argb: argb(iconPng(state, size)) }));
}

/** Returns the icon as a Windows icon file, which holds every size as PNG. */
export function iconIco(state: IconState): Uint8Array<ArrayBuffer> {
  return Uint8Array.fromBase64(icons[state].ico);
}

/**
 * Returns the icon for the menu bar of macOS: a PNG of 44 pixels in black with transparency, which the system
 * colours.
 */
export function templatePng(state: IconState): Uint8Array<ArrayBuffer> {
  return Uint8Array.fromBase64(icons[state].template);
}

/** Returns the icon as PNG, for windows and for systray2 on Linux. Throws an Error for a size that was not painted. */
export function iconPng(state: IconState, size: number): Uint8Array<ArrayBuffer> {
  const file = iconIco(state), view = new DataView(file.buffer);
  const count = view.getUint16(4, true);
  for (let at = 6; at < 6 + 16 * count; at += 16) {
    const length = view.getUint32(at + 8, true), offset = view.getUint32(at + 12, true);
    if (file[at] === size) return file.slice(offset, offset + length);
  }
  throw new Error(`no icon of ${size} pixels was painted`);
}

/**
 * Returns the pixels of a PNG that `build/icon/formats.ts` wrote, in the order of StatusNotifierItem: alpha,
 * red, green, blue.
 */
function argb(png: Uint8Array<ArrayBuffer>): Uint8Array {
  const view = new DataView(png.buffer);
  const size = view.getUint32(16), row = 4 * size;
  const rows = inflateSync(png.subarray(41, 41 + view.getUint32(33)));
  const bytes = new Uint8Array(row * size);
  for (let at = 0; at < bytes.length; at += 4) {
    // Each row begins with a byte for its filter; these PNGs use no filter.
    const pixel = at + Math.floor(at / row) + 1;
    bytes[at] = rows[pixel + 3]!;
    bytes.set(rows.subarray(pixel, pixel + 3), at + 1);
  }
  return bytes;
}
