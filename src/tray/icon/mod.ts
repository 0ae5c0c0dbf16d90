import { inflateSync } from "node:zlib";
import icons from "./icons.json" with { type: "json" };

/** What the icon says at a glance. */
export type IconState = "idle" | "running" | "attention" | "signed-out";

/** Sizes that panels ask for, in pixels: those of usual panels, drawn once, twice and three times as large. */
const PANEL_SIZES = [16, 22, 24, 32, 48, 64, 96];

/** A picture for a StatusNotifierItem. */
interface Pixmap {
  /** Pixels, both ways. */
  readonly size: number;
  readonly argb: Uint8Array;
}

/** The icon in every size that panels ask for; unpacked in about 1 ms. */
export function pixmaps(state: IconState): readonly Pixmap[] {
  return PANEL_SIZES.map((size) => ({ size, argb: argb(iconPng(state, size)) }));
}

/** The icon as a Windows icon file, which holds every size as PNG. */
export function iconIco(state: IconState): Uint8Array<ArrayBuffer> {
  return Uint8Array.fromBase64(icons[state].ico);
}

/** The icon as macOS wants menu bar icons, a PNG of 44 pixels: black with transparency, coloured by the system. */
export function templatePng(state: IconState): Uint8Array<ArrayBuffer> {
  return Uint8Array.fromBase64(icons[state].template);
}

/** The icon as PNG, for windows and for systray2 on Linux. Throws an Error for a size that was not painted. */
export function iconPng(state: IconState, size: number): Uint8Array<ArrayBuffer> {
  const file = iconIco(state), view = new DataView(file.buffer);
  const count = view.getUint16(4, true);
  for (let at = 6; at < 6 + 16 * count; at += 16) {
    const length = view.getUint32(at + 8, true), offset = view.getUint32(at + 12, true);
    if (file[at] === size) return file.slice(offset, offset + length);
  }
  throw new Error(`no icon of ${size} pixels was painted`);
}

/** The pixels of a PNG as `build/icon/formats.ts` writes it, as StatusNotifierItem wants them: alpha, red, green, blue. */
function argb(png: Uint8Array<ArrayBuffer>): Uint8Array {
  const view = new DataView(png.buffer);
  const size = view.getUint32(16), row = 4 * size;
  const rows = inflateSync(png.subarray(41, 41 + view.getUint32(33)));
  const bytes = new Uint8Array(row * size);
  for (let at = 0; at < bytes.length; at += 4) {
    // Each row begins with a byte that names its filter, which is none.
    const pixel = at + Math.floor(at / row) + 1;
    bytes[at] = rows[pixel + 3]!;
    bytes.set(rows.subarray(pixel, pixel + 3), at + 1);
  }
  return bytes;
}
