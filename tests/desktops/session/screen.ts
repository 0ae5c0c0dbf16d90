import { run } from "../../desktop/harness/process.ts";

/** How many pixels of the icon's blue make an icon. */
const ENOUGH = 20;

/** How many colours make a text: a window that is not drawn yet, with its frame, has less than 200. */
const DRAWN = 400;

/** Whether a picture shows a text where it differs from an earlier one. */
export async function isDrawn(now: string, before: string): Promise<boolean> {
  const changed = ["-compose", "ChangeMask", "-composite", "-background", "magenta", "-alpha", "remove"];
  const colours = await run(["/usr/bin/convert", now, before, ...changed, "-format", "%k", "info:"], {});
  return Number(colours) >= DRAWN;
}

/** The middle of Kedge's icon in a picture as ImageMagick writes it as text, by its blue on light and dark panels. */
export function iconIn(picture: string): readonly [x: number, y: number] | null {
  const pixels = [...picture.matchAll(/^(\d+),(\d+): \((\d+)(?:\.\d+)?,(\d+)(?:\.\d+)?,(\d+)/gm)];
  const points = pixels.map((match) => match.slice(1).map(Number)).flatMap(([x, y, red, green, blue]) =>
    blue! > 160 && blue! - red! > 90 && blue! - green! > 50 ? [[x!, y!] as const] : []
  );
  const middle = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  return points.length < ENOUGH ? null : [middle(0), middle(1)];
}
