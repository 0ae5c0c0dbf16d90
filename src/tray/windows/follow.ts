import type { WindowState } from "../../core/state/state.ts";
import type { FocusRequest, ToChild, WindowShape } from "./protocol.ts";

/** Returns the shape of a window of the state. `zoom` scales its page and its size. */
export function shapeOf({ title, width, height, frame }: WindowState, zoom = 1): WindowShape {
  return { title, width: Math.round(width * zoom), height: Math.round(height * zoom), frameless: !frame };
}

/** Returns the shape with the size that the user gave the window. */
export function shapeNow(window: WindowState, zoom = 1): WindowShape {
  return shapeOf({ ...window, ...window.sized }, zoom);
}

/**
 * Pages that open some time after a press, as a consequence of it. The user may have turned to something else
 * by then.
 */
const FOLLOWING: ReadonlySet<string> = new Set(["console", "development", "dialog", "preparing", "sign_in"]);

/** Returns how long ago a press asked for the window. The windows' process has another clock, so it gets a duration. */
export function askedAgo(
  { asked, follows, page }: WindowState,
  now: number,
): Pick<FocusRequest, "asked" | "follows"> {
  return {
    ...(asked && { asked: { ago: Math.max(0, now - asked.at), just: asked.just && !FOLLOWING.has(page) } }),
    ...(follows !== undefined && { follows }),
  };
}

/**
 * Returns the messages that turn the windows `before` into `after`. `address` returns a one-time address, and
 * is called only for windows that open.
 */
export function changes(
  before: readonly WindowState[],
  after: readonly WindowState[],
  address: (window: string) => string,
  zoom = 1,
  now = Date.now(),
): ToChild[] {
  const messages: ToChild[] = [];
  for (const { id } of before) {
    if (!after.some((window) => window.id === id)) messages.push({ type: "close", id });
  }
  for (const window of after) {
    const { id } = window;
    const known = before.find((other) => other.id === id);
    const shape = shapeOf(window, zoom);
    if (!known) {
      // An earlier windows' process may have shown this window with a size of the user.
      messages.push({
        type: "open",
        id,
        url: address(id),
        ...shapeNow(window, zoom),
        ...askedAgo(window, now),
      });
      continue;
    }
    const { title, ...size } = shape, { title: former, ...formerSize } = shapeOf(known, zoom);
    if (JSON.stringify(size) !== JSON.stringify(formerSize)) messages.push({ type: "change", id, ...shape });
    else if (title !== former) messages.push({ type: "retitle", id, title });
    if (window.raised > known.raised) messages.push({ type: "raise", id, ...askedAgo(window, now) });
  }
  return messages;
}
