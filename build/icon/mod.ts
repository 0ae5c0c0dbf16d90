import type { IconState } from "../../src/tray/icon/mod.ts";
import anchor from "./anchor.svg" with { type: "text" };
import attention from "./attention.svg" with { type: "text" };
import { ico, png } from "./formats.ts";
import { type Raster, rasterise } from "./raster.ts";
import running from "./running.svg" with { type: "text" };
import signedOut from "./signed_out.svg" with { type: "text" };
import { parseSvg, type Shape } from "./svg.ts";

/**
 * Sizes in pixels that panels, task bars and window managers use, on screens of up to four times the usual
 * resolution.
 */
export const ICON_SIZES = [16, 22, 24, 32, 48, 64, 96, 128];

/** A menu bar of macOS is 22 points high, on screens with two pixels per point. */
const TEMPLATE_SIZE = 44;

const BADGES: Readonly<Record<IconState, string>> = { idle: "", running, attention, "signed-out": signedOut };

/** Returns the content of `src/tray/icon/icons.json`: for each state both forms of the icon, in base64. */
export function paintedIcons(): Record<string, { ico: string; template: string }> {
  return Object.fromEntries(
    (Object.keys(BADGES) as IconState[]).map((state) => [state, {
      ico: ico(ICON_SIZES.map((size) => picture(state, size))).toBase64(),
      template: png(template(state, TEMPLATE_SIZE)).toBase64(),
    }]),
  );
}

/** Returns the icon as a picture of `size` pixels. */
export function picture(state: IconState, size: number): Raster {
  return rasterise(shapes(state, size), size);
}

/** Returns the icon in the form for menu bars of macOS: black with transparency, coloured by the system. */
export function template(state: IconState, size: number): Raster {
  const black = { red: 0, green: 0, blue: 0 };
  const ink = shapes(state, size).filter((shape) => shape.role === "ink").map((shape) => ({
    ...shape,
    fill: shape.fill && { ...shape.fill, ...black },
    stroke: shape.stroke && { ...shape.stroke, ...black },
  }));
  return rasterise(ink, size);
}

/** Size in pixels below which the outline is half as wide, because it would fill the openings of the anchor. */
const SLIM_BELOW = 24;

function shapes(state: IconState, size: number): Shape[] {
  const shape = parseSvg(anchor);
  return [...size < SLIM_BELOW ? slim(shape) : shape, ...parseSvg(BADGES[state])];
}

/** Returns the anchor with half of the outline's width beyond the ink. */
function slim(shape: readonly Shape[]): Shape[] {
  const ink = shape.find(({ role }) => role === "ink")?.stroke?.width ?? 0;
  return shape.map((part) =>
    part.role === "halo" && part.stroke
      ? { ...part, stroke: { ...part.stroke, width: (part.stroke.width + ink) / 2 } }
      : part
  );
}
