import { ESCAPE } from "../../core/text/escapes.ts";
import type { StyledToken } from "./tokens.ts";

/** The style of text in a program's output. */
export interface AnsiStyle {
  readonly color: number | null;
  readonly flags: ReadonlySet<string>;
}

/** The style without colour and flags. */
export const PLAIN: AnsiStyle = { color: null, flags: new Set() };

const flagOf: Readonly<Record<number, string>> = {
  1: "a-bold",
  2: "a-dim",
  3: "a-italic",
  4: "a-underline",
  7: "a-inverse",
  9: "a-strike",
};
const flagsOff: Readonly<Record<number, readonly string[]>> = {
  22: ["a-bold", "a-dim"],
  23: ["a-italic"],
  24: ["a-underline"],
  27: ["a-inverse"],
  29: ["a-strike"],
};

/**
 * Parses one line of output. Returns the visible text as tokens, and the style that continues in the next
 * line. Other control sequences are removed. A carriage return within the line discards the text before it,
 * as on a terminal. Background colours are ignored, because text on them may lack contrast.
 */
export function parseAnsi(
  line: string,
  style: AnsiStyle = PLAIN,
): { tokens: StyledToken[]; style: AnsiStyle } {
  const text = line.endsWith("\r") ? line.slice(0, -1) : line;
  const tokens: StyledToken[] = [];
  let at = 0;
  const push = (piece: string) => {
    const start = piece.lastIndexOf("\r");
    if (start >= 0) tokens.length = 0;
    const shown = piece.slice(start + 1);
    if (shown !== "") tokens.push({ text: shown, kind: classes(style) });
  };
  for (const match of text.matchAll(ESCAPE)) {
    push(text.slice(at, match.index));
    at = match.index + match[0].length;
    if (match[2] === "m") style = applied(style, match[1] ?? "");
  }
  push(text.slice(at));
  return { tokens, style };
}

/** Returns the visible text of a line, without colours and control sequences. */
export function plainText(line: string): string {
  return line.includes("\u001b") || line.includes("\r")
    ? parseAnsi(line).tokens.map((token) => token.text).join("")
    : line;
}

function applied(style: AnsiStyle, parameters: string): AnsiStyle {
  const codes = parameters.split(/[;:]/).map((code) => code === "" ? 0 : Number(code));
  let { color } = style;
  const flags = new Set(style.flags);
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] ?? 0;
    const flag = flagOf[code];
    if (code === 0) {
      color = null;
      flags.clear();
    } else if (flag !== undefined) flags.add(flag);
    else if (flagsOff[code]) flagsOff[code].forEach((name) => flags.delete(name));
    else if (code >= 30 && code <= 37) color = code - 30;
    else if (code >= 90 && code <= 97) color = code - 82;
    else if (code === 39) color = null;
    else if (code === 38 || code === 48) {
      const kind = codes[i + 1];
      const value = kind === 5 ? nearest256(codes[i + 2] ?? 0) : nearestRgb(codes.slice(i + 2, i + 5));
      if (code === 38) color = value;
      i += kind === 5 ? 2 : kind === 2 ? 4 : 1;
    }
  }
  return { color, flags };
}

function classes({ color, flags }: AnsiStyle): string {
  return [...flags, ...(color === null ? [] : [`a-${color}`])].join(" ");
}

function nearest256(code: number): number {
  if (code < 16) return code;
  if (code >= 232) return code < 244 ? 8 : 7;
  const cube = code - 16;
  return nearestRgb([Math.floor(cube / 36) * 51, Math.floor(cube / 6) % 6 * 51, cube % 6 * 51]);
}

/** Returns the nearest of the sixteen ANSI colours by hue: each strong channel is on. */
function nearestRgb([red = 0, green = 0, blue = 0]: number[]): number {
  const top = Math.max(red, green, blue);
  if (top - Math.min(red, green, blue) < 40) return top > 150 ? 7 : 8;
  const on = (value: number) => value > top * 0.6 ? 1 : 0;
  return on(red) + 2 * on(green) + 4 * on(blue) + (top > 220 ? 8 : 0);
}
