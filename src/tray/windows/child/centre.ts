/** A rectangle of a screen, in its pixels. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** How far a window stands from one that it would cover exactly, in pixels. */
const STEP = 28;

/** Pixels of a window manager's frame: a title bar, and the edges. */
const FRAME = { width: 12, height: 40 };

/** That size as far as a screen has room for it and its frame; a screen without any is none that is known. */
export function sizeOn({ width, height }: Area, size: Pick<Area, "width" | "height">) {
  if (width <= FRAME.width || height <= FRAME.height) return { width: size.width, height: size.height };
  return {
    width: Math.min(size.width, width - FRAME.width),
    height: Math.min(size.height, height - FRAME.height),
  };
}

/** Where a window of that size stands in the middle of an area: a little high, as launchers stand. */
export function centred(area: Area, size: { readonly width: number; readonly height: number }) {
  return {
    x: Math.round(area.x + Math.max(0, area.width - size.width) / 2),
    y: Math.round(area.y + Math.max(0, area.height - size.height) / 3),
  };
}

/** Whether nothing of a window is seen below one of that area. */
export function covers(area: Area, below: Area): boolean {
  return area.x <= below.x && area.y <= below.y && area.x + area.width >= below.x + below.width &&
    area.y + area.height >= below.y + below.height;
}

/**
 * Where a new window of that size stands on a screen: in the middle of the window that asked for it, else of the screen;
 * wholly on the screen, with its frame, where it fits; beside, not exactly over, one of the others.
 */
export function positioned(
  screen: Area,
  asker: Area | null,
  others: readonly Pick<Area, "x" | "y">[],
  size: { readonly width: number; readonly height: number },
): { x: number; y: number } {
  let { x, y } = centred(asker ?? screen, size);
  if (asker) {
    x = Math.round(asker.x + (asker.width - size.width) / 2);
    y = Math.round(asker.y + (asker.height - size.height) / 3);
  }
  // Other windows are reported without their title bars, which this one gets above it.
  const covers = (other: Pick<Area, "x" | "y">) =>
    Math.abs(other.x - x) < STEP / 2 && other.y - y > -STEP / 2 && other.y - y < 2 * STEP;
  while (others.some(covers)) {
    x += STEP;
    y += STEP;
  }
  const within = (at: number, begin: number, room: number) => Math.max(begin, Math.min(at, begin + room));
  return {
    x: within(x, screen.x, screen.width - FRAME.width - size.width),
    y: within(y, screen.y, screen.height - FRAME.height - size.height),
  };
}
