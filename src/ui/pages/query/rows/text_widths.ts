import type { Measure } from "./layout.ts";

/** Makes what tells how wide texts stand in a grid, in CSS pixels. */
export function textWidths(grid: Element | null): Measure | undefined {
  const pen = document.createElement("canvas").getContext("2d");
  const head = grid?.querySelector(".grid-head");
  if (!pen || !head) return undefined;
  const widthIn = (element: Element) => {
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
    const font = `${fontWeight} ${fontSize} ${fontFamily}`;
    return (text: string) => {
      pen.font = font;
      // A little more: a text that just fits is cut where the engine rounds.
      return Math.ceil(pen.measureText(text).width) + 2;
    };
  };
  return { name: widthIn(head), cell: widthIn(grid!) };
}
