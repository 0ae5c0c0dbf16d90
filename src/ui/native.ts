import type { Command } from "../core/app/command.ts";
import { composes } from "./system/document_keys.ts";
import { isTab, offerEverywhere, withCommand } from "./system/mod.ts";
import { wrapped } from "./system/stops.ts";

/**
 * Removes browser behaviour from the page: the context menu of a web page, navigation to a dropped file, and
 * Tab leaving the page. In a browser tab the browser's own menu and keys stay.
 */
export function behaveNatively(surface: string | undefined, send: (command: Command) => void): void {
  // Pages that accept files have handled the events by now; elsewhere a drop would replace the page.
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => event.preventDefault());
  if (surface !== "window") return;
  addEventListener("contextmenu", (event) => {
    if (!offersText(event.target)) event.preventDefault();
  });
  // On Windows the browser view handles the zoom keys itself.
  if (!/Windows/.test(navigator.userAgent)) {
    const zoom = (step: -1 | 0 | 1) => send({ name: "zoom", step });
    const words = "zoom size text";
    offerEverywhere([
      { label: "Make everything larger", icon: "plus", shortcut: "Mod+Plus", words, onPick: () => zoom(1) },
      {
        label: "Make everything smaller",
        icon: "minus",
        shortcut: "Mod+Minus",
        words,
        onPick: () => zoom(-1),
      },
      { label: "Go back to the usual size", icon: "again", shortcut: "Mod+0", words, onPick: () => zoom(0) },
    ]);
    addEventListener("keydown", (event) => {
      const step = zoomStep(event);
      if (step === null) return;
      event.preventDefault();
      send({ name: "zoom", step });
    });
  }
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || composes(event) || !isTab(event)) return;
    const next = wrapped(document.activeElement, event.shiftKey);
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}

/**
 * Returns the zoom step of Ctrl (⌘ on macOS) with +, − or 0; null for other keys. On some
 * keyboards + needs Shift or is on the = key.
 */
function zoomStep(event: KeyboardEvent): -1 | 0 | 1 | null {
  const { key } = event;
  if (event.defaultPrevented || !(withCommand(event) || withCommand(event, true))) return null;
  return key === "+" || key === "=" ? 1 : key === "-" || key === "_" ? -1 : key === "0" ? 0 : null;
}

/** Whether the context menu is useful here: in fields, and while text is selected, it has cut, copy and paste. */
function offersText(target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest("input, textarea")) return true;
  return getSelection()?.isCollapsed === false;
}
