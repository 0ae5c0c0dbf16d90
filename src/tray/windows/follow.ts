import type { WindowState } from "../../core/state/state.ts";
import type { ToChild, WindowShape } from "./protocol.ts";

/** How a window of the state is made as a real one. */
export function shapeOf({ title, width, height, frame }: WindowState): WindowShape {
  return { title, width, height, frameless: !frame };
}

/**
 * What turns the windows `before` into those `after`. `address` gives a one-time address; it is asked only
 * for windows that open.
 */
export function changes(
  before: readonly WindowState[],
  after: readonly WindowState[],
  address: (window: string) => string,
): ToChild[] {
  const messages: ToChild[] = [];
  for (const { id } of before) {
    if (!after.some((window) => window.id === id)) messages.push({ type: "close", id });
  }
  for (const window of after) {
    const { id } = window;
    const known = before.find((other) => other.id === id);
    const shape = shapeOf(window);
    if (!known) {
      messages.push({ type: "open", id, url: address(id), ...shape });
      continue;
    }
    if (JSON.stringify(shape) !== JSON.stringify(shapeOf(known))) {
      messages.push({ type: "change", id, ...shape });
    }
    if (window.raised > known.raised) messages.push({ type: "raise", id });
  }
  return messages;
}
