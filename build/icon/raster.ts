import { type Paint, type Shape, VIEW_BOX } from "./svg.ts";

/** A square picture: 4 bytes per pixel (red, green, blue, alpha), not premultiplied. */
export interface Raster {
  /** Side length in pixels. */
  readonly size: number;
  readonly rgba: Uint8Array<ArrayBuffer>;
}

/** Paints shapes in their order on a transparent square of `size` pixels. */
export function rasterise(shapes: readonly Shape[], size: number): Raster {
  const scale = size / VIEW_BOX;
  // Colours are premultiplied while painting, so that layers simply add up.
  const layers = new Float32Array(4 * size * size);
  for (const { lines, fill, stroke } of shapes) {
    const half = (stroke?.width ?? 0) / 2;
    const distances = distancesTo(lines, size, scale, half + 0.5 / scale);
    for (let y = 0; y < size; y++) {
      const crossings = fill ? crossingsOf(lines, (y + 0.5) / scale) : [];
      for (let x = 0; x < size; x++) {
        const at = y * size + x, distance = distances[at]!;
        if (fill) {
          const inside = isInside(crossings, (x + 0.5) / scale) ? distance : -distance;
          blend(layers, 4 * at, fill, coverage(scale * inside));
        }
        if (stroke) blend(layers, 4 * at, stroke, coverage(scale * (half - distance)));
      }
    }
  }
  return { size, rgba: toBytes(layers) };
}

/** Returns how much of a pixel is covered when its centre is `inside` pixels within an edge. */
function coverage(inside: number): number {
  return Math.min(1, Math.max(0, 0.5 + inside));
}

function blend(layers: Float32Array, at: number, paint: Paint, share: number): void {
  const alpha = paint.opacity * share;
  if (alpha === 0) return;
  const rest = 1 - alpha;
  layers[at] = layers[at]! * rest + paint.red * alpha;
  layers[at + 1] = layers[at + 1]! * rest + paint.green * alpha;
  layers[at + 2] = layers[at + 2]! * rest + paint.blue * alpha;
  layers[at + 3] = layers[at + 3]! * rest + alpha;
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

/**
 * Returns the distance from the centre of each pixel to the nearest point of any line. A pixel farther than
 * `reach` from all lines is covered either wholly or not at all, and gets Infinity.
 */
function distancesTo(lines: Shape["lines"], size: number, scale: number, reach: number): Float64Array {
  const squares = new Float64Array(size * size).fill(Infinity);
  const first = (least: number) => Math.max(0, Math.floor((least - reach) * scale - 0.5));
  const last = (most: number) => Math.min(size - 1, Math.ceil((most + reach) * scale - 0.5));
  eachLine(lines, (ax, ay, bx, by) => {
    const dx = bx - ax, dy = by - ay, length = dx * dx + dy * dy;
    const endX = last(Math.max(ax, bx)), endY = last(Math.max(ay, by));
    for (let y = first(Math.min(ay, by)); y <= endY; y++) {
      for (let x = first(Math.min(ax, bx)); x <= endX; x++) {
        const px = (x + 0.5) / scale, py = (y + 0.5) / scale;
        const along = length === 0 ? 0 : ((px - ax) * dx + (py - ay) * dy) / length;
        const t = along < 0 ? 0 : along > 1 ? 1 : along;
        const ex = px - ax - t * dx, ey = py - ay - t * dy;
        const at = y * size + x;
        squares[at] = Math.min(squares[at]!, ex * ex + ey * ey);
      }
    }
  });
  return squares.map(Math.sqrt);
}

/** Returns where the closed lines cross the row at height `py`. */
function crossingsOf(lines: Shape["lines"], py: number): number[] {
  const found: number[] = [];
  eachLine(lines, (ax, ay, bx, by) => {
    if (ay > py !== by > py) found.push(ax + (py - ay) * (bx - ax) / (by - ay));
  });
  return found;
}

/** Returns whether a ray to the right crosses the lines an odd number of times (even-odd rule). */
function isInside(crossings: readonly number[], px: number): boolean {
  let inside = false;
  for (const crossing of crossings) if (px < crossing) inside = !inside;
  return inside;
}

function eachLine(
  lines: Shape["lines"],
  use: (ax: number, ay: number, bx: number, by: number) => void,
): void {
  for (const line of lines) {
    for (let i = 0; i + 3 < line.length; i += 2) use(line[i]!, line[i + 1]!, line[i + 2]!, line[i + 3]!);
  }
}
