import { type Paint, type Shape, VIEW_BOX } from "./svg.ts";

/** A square picture: 4 bytes a pixel, red, green, blue, alpha, not premultiplied. */
export interface Raster {
  /** Pixels. */
  readonly size: number;
  readonly rgba: Uint8Array<ArrayBuffer>;
}

/** Paints shapes in their order on a transparent square of `size` pixels. */
export function rasterise(shapes: readonly Shape[], size: number): Raster {
  const scale = size / VIEW_BOX;
  // Premultiplied while painting: layers then simply add up.
  const layers = new Float32Array(4 * size * size);
  for (const shape of shapes) {
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) {
        const px = (x + 0.5) / scale, py = (y + 0.5) / scale;
        const distance = distanceTo(shape.lines, px, py);
        const at = 4 * (y * size + x);
        if (shape.fill) {
          const inside = contains(shape.lines, px, py) ? distance : -distance;
          blend(layers, at, shape.fill, coverage(inside * scale));
        }
        if (shape.stroke) {
          blend(layers, at, shape.stroke, coverage((shape.stroke.width / 2 - distance) * scale));
        }
      }
    }
  }
  return { size, rgba: toBytes(layers) };
}

/** How much of a pixel is covered whose middle lies `inside` pixels within an edge. */
function coverage(inside: number): number {
  return Math.min(1, Math.max(0, 0.5 + inside));
}

function blend(layers: Float32Array, at: number, paint: Paint, share: number): void {
  const alpha = paint.opacity * share;
  if (alpha === 0) return;
  const colours = [paint.red, paint.green, paint.blue, 1];
  for (let i = 0; i < 4; i++) layers[at + i] = layers[at + i]! * (1 - alpha) + colours[i]! * alpha;
}

function toBytes(layers: Float32Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(layers.length);
  for (let at = 0; at < layers.length; at += 4) {
    const alpha = layers[at + 3]!;
    if (alpha === 0) continue;
    for (let i = 0; i < 3; i++) bytes[at + i] = Math.round(255 * layers[at + i]! / alpha);
    bytes[at + 3] = Math.round(255 * alpha);
  }
  return bytes;
}

/** Distance from a point to the nearest place of any line. */
function distanceTo(lines: Shape["lines"], px: number, py: number): number {
  let least = Infinity;
  for (const line of lines) {
    for (let i = 0; i + 3 < line.length; i += 2) {
      const ax = line[i]!, ay = line[i + 1]!;
      const dx = line[i + 2]! - ax, dy = line[i + 3]! - ay;
      const length = dx * dx + dy * dy;
      const along = length === 0 ? 0 : ((px - ax) * dx + (py - ay) * dy) / length;
      const t = along < 0 ? 0 : along > 1 ? 1 : along;
      const ex = px - ax - t * dx, ey = py - ay - t * dy;
      const square = ex * ex + ey * ey;
      if (square < least) least = square;
    }
  }
  return Math.sqrt(least);
}

/** Even-odd test: does a ray to the right cross the closed lines an odd number of times? */
function contains(lines: Shape["lines"], px: number, py: number): boolean {
  let inside = false;
  for (const line of lines) {
    for (let i = 0; i + 3 < line.length; i += 2) {
      const ax = line[i]!, ay = line[i + 1]!, bx = line[i + 2]!, by = line[i + 3]!;
      if (ay > py !== by > py && px < ax + (py - ay) * (bx - ax) / (by - ay)) inside = !inside;
    }
  }
  return inside;
}
