import anchor from "./anchor.svg" with { type: "text" };
import attention from "./attention.svg" with { type: "text" };
import running from "./running.svg" with { type: "text" };
import signedOut from "./signed_out.svg" with { type: "text" };
import { argb, ico, png } from "./formats.ts";
import { type Raster, rasterise } from "./raster.ts";
import { parseSvg, type Shape } from "./svg.ts";

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

const pixmapsByState = new Map<IconState, readonly Pixmap[]>();

/** The icon in every size that panels ask for. Painted once for each state, about 10 ms. */
export function pixmaps(state: IconState): readonly Pixmap[] {
  let known = pixmapsByState.get(state);
  if (!known) {
    known = PANEL_SIZES.map((size) => ({ size, argb: argb(picture(state, size)) }));
    pixmapsByState.set(state, known);
  }
  return known;
}

/** The icon as PNG, for macOS and for systray2 on Linux. */
export function iconPng(state: IconState, size: number): Uint8Array<ArrayBuffer> {
  return png(picture(state, size));
}

/** The icon as macOS wants menu bar icons: black with transparency, coloured by the system. */
export function templatePng(state: IconState, size: number): Uint8Array<ArrayBuffer> {
  const black = { red: 0, green: 0, blue: 0 };
  const ink = shapes(state, size).filter((shape) => shape.role === "ink").map((shape) => ({
    ...shape,
    fill: shape.fill && { ...shape.fill, ...black },
    stroke: shape.stroke && { ...shape.stroke, ...black },
  }));
  return png(rasterise(ink, size));
}

/** The icon as a Windows icon file. */
export function iconIco(state: IconState): Uint8Array<ArrayBuffer> {
  return ico([16, 24, 32, 48].map((size) => picture(state, size)));
}

/** The icon as a picture of `size` pixels. */
export function picture(state: IconState, size: number): Raster {
  return rasterise(shapes(state, size), size);
}

/** Below so many pixels the outline is half as wide: it would fill what the anchor leaves open. */
const SLIM_BELOW = 24;

function shapes(state: IconState, size: number): Shape[] {
  const badge = { idle: "", running, attention, "signed-out": signedOut }[state];
  const shape = parseSvg(anchor);
  return [...size < SLIM_BELOW ? slim(shape) : shape, ...parseSvg(badge)];
}

/** The anchor with half of what its outline has beyond the ink. */
function slim(shape: readonly Shape[]): Shape[] {
  const ink = shape.find(({ role }) => role === "ink")?.stroke?.width ?? 0;
  return shape.map((part) =>
    part.role === "halo" && part.stroke
      ? { ...part, stroke: { ...part.stroke, width: (part.stroke.width + ink) / 2 } }
      : part
  );
}
