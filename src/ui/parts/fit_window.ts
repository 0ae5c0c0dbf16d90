import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Client } from "../client/mod.ts";

/**
 * Resizes the window of a dialog to the height of its content. Returns the ref for the element around the
 * content. `shown` identifies the content; null means that there is none to fit.
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

/**
 * Height in CSS pixels that a dialog leaves free on the screen for panels
 * and its title bar. Taller content scrolls.
 */
const LEFT_FREE = 96;

/** Calls `resize` with the height of a dialog's content, at first and after each change, at most once a frame. */
function fitWindow(box: HTMLElement, resize: (height: number) => void): () => void {
  let reported = 0;
  const tell = () => {
    const height = Math.min(Math.max(320, screen.availHeight - LEFT_FREE), Math.ceil(naturalHeight(box)));
    if (height > 0 && height !== reported) resize(reported = height);
  };
  tell();
  const observer = new ResizeObserver(tell);
  for (const part of [box, ...box.querySelectorAll(".body, .body > *")]) observer.observe(part);
  // A part that comes later changes no observed size where the body already fills the window.
  const added = new MutationObserver((records) => {
    for (const { addedNodes } of records) {
      for (const node of addedNodes) if (node instanceof Element) observer.observe(node);
    }
  });
  for (const body of box.querySelectorAll(".body")) added.observe(body, { childList: true });
  return () => {
    observer.disconnect();
    added.disconnect();
  };
}

/** Returns the height that the dialog needs to show its body without scrolling, in CSS pixels. */
function naturalHeight(box: HTMLElement): number {
  const body = box.querySelector<HTMLElement>(".body");
  return box.scrollHeight + (body ? body.scrollHeight - body.clientHeight : 0);
}
