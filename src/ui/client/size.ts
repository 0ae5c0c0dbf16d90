import type { Client } from "./client.ts";

/** How long a size must last to be meant, in ms: while the user drags, it changes with every frame. */
const SETTLED_MS = 400;

/** A window that takes so much of the screen is not larger because of it. */
const NEARLY = 0.85;

/** A length of a window: what it has of its page, with its frame, and what there is of the screen. In CSS pixels. */
interface Length {
  readonly wanted: number;
  readonly inner: number;
  readonly outer: number;
  readonly room: number;
}

/** The length to keep as the user's wish: the one wanted before, where it only does not fit the screen, as after zooming. */
export function wishedLength({ wanted, inner, outer, room }: Length): number {
  return inner < wanted && outer >= room * NEARLY ? wanted : inner;
}

/** Tells Kedge the size that the user gives the window, for the next one of this page. */
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
