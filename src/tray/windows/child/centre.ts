/** A rectangle of a screen, in its pixels. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a window of that size stands in the middle of an area: a little high, as launchers stand. */
export function centred(area: Area, size: { readonly width: number; readonly height: number }) {
  return {
    x: Math.round(area.x + Math.max(0, area.width - size.width) / 2),
    y: Math.round(area.y + Math.max(0, area.height - size.height) / 3),
  };
}
