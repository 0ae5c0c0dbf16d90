import { run } from "../../desktop/harness/process.ts";

/** Minimum number of pixels in the icon's blue. */
const ENOUGH = 20;

/**
 * Minimum number of colours of text; a window that is not drawn yet has less than 200, with its
 * frame.
 */
const DRAWN = 400;

/** Returns whether a picture shows text where it differs from an earlier one. */
export async function isDrawn(now: string, before: string): Promise<boolean> {
  const changed = ["-compose", "ChangeMask", "-composite", "-background", "magenta", "-alpha", "remove"];
  const colours = await run(["/usr/bin/convert", now, before, ...changed, "-format", "%k", "info:"], {});
  return Number(colours) >= DRAWN;
}

/**
 * Returns the centre of Kedge's icon in a picture in ImageMagick's text format, found by its blue
 * on light and dark panels.
 */
export function iconIn(picture: string): readonly [x: number, y: number] | null {
  const pixels = [...picture.matchAll(/^(\d+),(\d+): \((\d+)(?:\.\d+)?,(\d+)(?:\.\d+)?,(\d+)/gm)];
  const points = pixels.map((match) => match.slice(1).map(Number)).flatMap(([x, y, red, green, blue]) =>
    blue! > 160 && blue! - red! > 90 && blue! - green! > 50 ? [[x!, y!] as const] : []
  );
  const middle = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  return points.length < ENOUGH ? null : [middle(0), middle(1)];
}
