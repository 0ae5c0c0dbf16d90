import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { stops } from "./stops.ts";

/**
 * Makes an area that scrolls a stop of Tab while it holds no other stop, because keys could not scroll it
 * otherwise: WebKit gives such an area no focus by itself.
 */
export function useScrollStop(area: RefObject<HTMLElement>): void {
  useLayoutEffect(() => {
    const { current } = area;
    if (!current) return;
    const long = current.scrollHeight > current.clientHeight && stops(current).length === 0;
    if (long) current.tabIndex = 0;
    else current.removeAttribute("tabindex");
  });
}
