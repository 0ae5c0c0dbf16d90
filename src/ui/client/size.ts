import type { Client } from "./client.ts";

/** Milliseconds that a size must last to be saved, because it changes with every frame while the user drags. */
const SETTLED_MS = 400;

/** Share of the screen from which a window counts as limited by the screen. */
const NEARLY = 0.85;

/**
 * One dimension of a window in CSS pixels: the size wished before, the page,
 * the page with its frame, and the screen.
 */
interface Length {
  readonly wanted: number;
  readonly inner: number;
  readonly outer: number;
  readonly room: number;
}

/**
 * Returns the size to save as the user's wish. A window that is smaller only because the screen limits it, as
 * after zooming, keeps the earlier wish.
 */
export function wishedLength({ wanted, inner, outer, room }: Length): number {
  return inner < wanted && outer >= room * NEARLY ? wanted : inner;
}

/** Saves the size that the user gives the window, for the next window of this page. */
export function rememberSize(client: Pick<Client, "model" | "send">): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  addEventListener("resize", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const window = client.model.get()?.window;
      if (!window) return;
      const before = window.sized ?? window;
      const { availWidth, availHeight } = screen;
      const width = wishedLength({
        wanted: before.width,
        inner: innerWidth,
        outer: outerWidth,
        room: availWidth,
      });
      const height = wishedLength({
        wanted: before.height,
        inner: innerHeight,
        outer: outerHeight,
        room: availHeight,
      });
      if (before.width === width && before.height === height) return;
      void client.send({ name: "rememberSize", window: window.id, width, height });
    }, SETTLED_MS);
  });
}
