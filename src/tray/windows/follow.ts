import type { WindowState } from "../../core/state/state.ts";
import type { Activated, ToChild, WindowShape } from "./protocol.ts";

/** How a window of the state is made as a real one; its page draws `zoom` times as large. */
export function shapeOf({ title, width, height, frame }: WindowState, zoom = 1): WindowShape {
  return { title, width: Math.round(width * zoom), height: Math.round(height * zoom), frameless: !frame };
}

/** The same with the size that the user has given it. */
export function shapeNow(window: WindowState, zoom = 1): WindowShape {
  return shapeOf({ ...window, ...window.sized }, zoom);
}

/** Pages that follow from a press, where others are what was pressed for: their users may have gone on already. */
const FOLLOWING: ReadonlySet<string> = new Set(["console", "development", "dialog", "preparing", "sign_in"]);

/** What a window was asked for by, for its process, whose clock is another one. */
export function askedAgo({ asked, page }: WindowState, now: number): Pick<Activated, "asked"> {
  if (!asked) return {};
  return { asked: { ago: Math.max(0, now - asked.at), just: asked.just && !FOLLOWING.has(page) } };
}

/**
 * What turns the windows `before` into those `after`. `address` gives a one-time address; it is asked only
 * for windows that open.
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
      // Another process of windows may have shown it before.
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
