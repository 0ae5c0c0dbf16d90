/** Makes what tells how wide names of columns stand in the head of a grid, in CSS pixels. */
export function nameWidths(grid: Element | null): ((name: string) => number) | undefined {
  const pen = document.createElement("canvas").getContext("2d");
  const head = grid?.querySelector(".grid-head");
  if (!pen || !head) return undefined;
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(head);
  pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  // A little more: a name that just fits is cut where the engine rounds.
  return (name) => Math.ceil(pen.measureText(name).width) + 2;
}
