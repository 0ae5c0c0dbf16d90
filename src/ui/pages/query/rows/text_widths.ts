import type { Measure } from "./layout.ts";

/** Returns functions that measure texts in a grid, in CSS pixels; undefined where that is impossible. */
export function textWidths(grid: Element | null): Measure | undefined {
  const pen = document.createElement("canvas").getContext("2d");
  const head = grid?.querySelector(".grid-head");
  if (!pen || !head) return undefined;
  const widthIn = (element: Element) => {
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
    const font = `${fontWeight} ${fontSize} ${fontFamily}`;
    return (text: string) => {
      pen.font = font;
      // Slightly wider, because the engine's rounding would truncate a text that just fits.
      return Math.ceil(pen.measureText(text).width) + 2;
    };
  };
  return { name: widthIn(head), cell: widthIn(grid!) };
}
