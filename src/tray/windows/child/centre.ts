/** A rectangle on the screen, in pixels. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Offset of a window from another one that it would cover exactly, in pixels. */
const STEP = 28;

/** Space for a window manager's frame (title bar and edges), in pixels. */
const FRAME = { width: 12, height: 40 };

/**
 * Returns `size`, reduced so that the window and its frame fit on the screen. The size of the screen is
 * unknown when it is smaller than a frame; `size` stays then.
 */
export function sizeOn({ width, height }: Area, size: Pick<Area, "width" | "height">) {
  if (width <= FRAME.width || height <= FRAME.height) return { width: size.width, height: size.height };
  return {
    width: Math.min(size.width, width - FRAME.width),
    height: Math.min(size.height, height - FRAME.height),
  };
}

/**
 * Returns the position of a window of this size in the middle of an area, slightly above the centre as
 * launchers are.
 */
export function centred(area: Area, size: { readonly width: number; readonly height: number }) {
  return {
    x: Math.round(area.x + Math.max(0, area.width - size.width) / 2),
    y: Math.round(area.y + Math.max(0, area.height - size.height) / 3),
  };
}

/** Whether a window with this area hides another window completely. */
export function covers(area: Area, below: Area): boolean {
  return area.x <= below.x && area.y <= below.y && area.x + area.width >= below.x + below.width &&
    area.y + area.height >= below.y + below.height;
}

/**
 * Returns the position of a new window: in the middle of the window that asked for it, otherwise of the
 * screen. The window and its frame are completely on the screen if they fit, and the window does not cover
 * another one exactly.
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
  // The position of other windows is that of their content, without the title bar, while this window's
  // position includes its title bar.
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
