import type { Client } from "./client.ts";

/** How long a size must last to be meant, in ms: while the user drags, it changes with every frame. */
const SETTLED_MS = 400;

/** Tells Kedge the size that the user gives the window, for the next one of this page. */
export function rememberSize(client: Pick<Client, "model" | "send">): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  addEventListener("resize", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const window = client.model.get()?.window;
      if (!window || (window.width === innerWidth && window.height === innerHeight)) return;
      void client.send({ name: "rememberSize", window: window.id, width: innerWidth, height: innerHeight });
    }, SETTLED_MS);
  });
}
