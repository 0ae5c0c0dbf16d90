import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Client } from "../client/mod.ts";

/**
 * Keeps the window of a dialog as high as its content; gives the ref for the element around that. `shown` tells one content
 * from the next; null: there is none to fit.
 */
export function useFittedWindow(
  client: Pick<Client, "send">,
  window: string,
  shown: string | null | undefined,
): RefObject<HTMLDivElement> {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!box.current || shown === null) return undefined;
    return fitWindow(box.current, (height) => void client.send({ name: "resizeWindow", window, height }));
  }, [shown]);
  return box;
}

/** The screen's height that a dialog leaves to panels and its title bar, in CSS pixels; beyond it scrolls. */
const LEFT_FREE = 96;

/** Tells `resize` how high the content of a dialog is, at first and whenever that changes; at most once a frame. */
function fitWindow(box: HTMLElement, resize: (height: number) => void): () => void {
  let reported = 0;
  const tell = () => {
    const height = Math.min(Math.max(320, screen.availHeight - LEFT_FREE), Math.ceil(naturalHeight(box)));
    if (height > 0 && height !== reported) resize(reported = height);
  };
  tell();
  const observer = new ResizeObserver(tell);
  for (const part of [box, ...box.querySelectorAll(".body, .body > *")]) observer.observe(part);
  return () => observer.disconnect();
}

/** The height that the dialog would have with room enough: its parts, the body unscrolled. */
function naturalHeight(box: HTMLElement): number {
  const body = box.querySelector<HTMLElement>(".body");
  return box.scrollHeight + (body ? body.scrollHeight - body.clientHeight : 0);
}
