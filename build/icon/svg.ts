/** A shape of one of Kedge's own icons: its edge and its paint. */
export interface Shape {
  /** `ink` is the picture, `halo` the outline that separates it from the panel. */
  readonly role: "ink" | "halo";
  /** Lines as flat lists of x, y, in units of the view box. */
  readonly lines: readonly (readonly number[])[];
  readonly fill: Paint | null;
  readonly stroke: Paint & { readonly width: number } | null;
}

/** A colour with its opacity, each 0 to 1. */
export interface Paint {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly opacity: number;
}

/** Side length of the square view box of every icon. */
export const VIEW_BOX = 32;

/** Straight pieces per curve: enough for icons of some hundred pixels. */
const PIECES = 12;

/**
 * Parses the part of SVG that Kedge's icons use: `path` with absolute M, L, C and Z, and `circle`; round caps
 * and joins. Throws an Error that names anything else, so that a test shows it.
 */
export function parseSvg(text: string): Shape[] {
  const shapes: Shape[] = [];
  for (const [, name, rest = ""] of text.replace(/<!--.*?-->/gs, "").matchAll(/<(\w+)\s([^>]*)>/g)) {
    const attributes = Object.fromEntries([...rest.matchAll(/([\w-]+)="([^"]*)"/g)].map((m) => [m[1], m[2]]));
    if (name === "svg") {
      const box = `0 0 ${VIEW_BOX} ${VIEW_BOX}`;
      if (attributes.viewBox !== box) throw new Error(`an icon's view box is "${box}"`);
      continue;
    }
    if (name !== "path" && name !== "circle") {
      throw new Error(`icons are made of paths and circles, not <${name}>`);
    }
    shapes.push({
      role: attributes.class === "halo" ? "halo" : "ink",
      lines: name === "path" ? pathLines(attributes.d ?? "") : [circleLine(attributes)],
      fill: paint(attributes.fill, attributes["fill-opacity"]),
      stroke: strokePaint(attributes),
    });
  }
  return shapes;
}

function strokePaint(attributes: Record<string, string | undefined>): Shape["stroke"] {
  const colour = paint(attributes.stroke, attributes["stroke-opacity"]);
  return colour && { ...colour, width: Number(attributes["stroke-width"] ?? 1) };
}

function paint(colour: string | undefined, opacity = "1"): Paint | null {
  if (colour === undefined || colour === "none") return null;
  const digits = colour.match(/^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i);
  if (!digits) throw new Error(`an icon's colours are written #rrggbb, not "${colour}"`);
  const [red, green, blue] = digits.slice(1).map((part) => parseInt(part, 16) / 255);
  return { red: red!, green: green!, blue: blue!, opacity: Number(opacity) };
}

function pathLines(d: string): number[][] {
  const lines: number[][] = [];
  for (const [, command, rest = ""] of d.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const numbers = (rest.match(/-?[\d.]+/g) ?? []).map(Number);
    const line = lines.at(-1);
    if (command === "M") lines.push(numbers);
    else if (!line) throw new Error("an icon's path begins with M");
    else if (command === "L") { for (const number of numbers) line.push(number); }
    else if (command === "C") {
      for (let at = 0; at + 6 <= numbers.length; at += 6) curve(line, numbers.slice(at, at + 6));
    } else if (command === "Z") line.push(line[0]!, line[1]!);
    else throw new Error(`an icon's path uses M, L, C and Z, not ${command}`);
  }
  return lines;
}

function curve(line: number[], points: readonly number[]): void {
  const [x0, y0] = line.slice(-2) as [number, number];
  const [x1, y1, x2, y2, x3, y3] = points as [number, number, number, number, number, number];
  for (let piece = 1; piece <= PIECES; piece++) {
    const t = piece / PIECES, u = 1 - t;
    const mix = (a: number, b: number, c: number, d: number) =>
      u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
    line.push(mix(x0, x1, x2, x3), mix(y0, y1, y2, y3));
  }
}

function circleLine(attributes: Record<string, string | undefined>): number[] {
  const [cx, cy, r] = [attributes.cx, attributes.cy, attributes.r].map(Number) as [number, number, number];
  return Array.from({ length: 4 * PIECES + 1 }, (_, step) => {
    const angle = step / (4 * PIECES) * 2 * Math.PI;
    return [cx + r * Math.cos(angle), cy + r * Math.sin(angle)];
  }).flat();
}
