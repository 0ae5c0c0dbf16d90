import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { PAGE } from "./keys.ts";

/** Selects the controls that arrow keys lead to. */
export const CONTROLS = "button:not(:disabled), a[href], [data-row] input[type=checkbox]:not(:disabled)";

/**
 * Makes the controls inside an element one stop of Tab. Up, down, Page Up and Page Down move among its lines,
 * left and right among the controls of a line, Home and End to the ends. A line is a row (`[data-row]`), or
 * the controls of a heading or a notice between rows.
 */
export function useRoving(ref: RefObject<HTMLElement>): void {
  useLayoutEffect(() => {
    const root = ref.current;
    if (!root) return;
    settle(root);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const next = target(root, event.key);
      if (!next) return;
      event.preventDefault();
      focus(root, next);
    };
    const onFocusIn = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.matches(CONTROLS) && !inMenu(target)) {
        mark(controls(root), target);
      }
    };
    root.addEventListener("keydown", onKeyDown);
    root.addEventListener("focusin", onFocusIn);
    return () => {
      root.removeEventListener("keydown", onKeyDown);
      root.removeEventListener("focusin", onFocusIn);
    };
  });
}

/** Whether a control belongs to an open menu, which handles its keys itself. */
function inMenu(control: Element): boolean {
  return control.closest("[role=menu]") !== null;
}

function controls(root: Element): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => !inMenu(control));
}

/** Returns the controls of each line. */
function lines(root: Element): HTMLElement[][] {
  const found: HTMLElement[][] = [];
  let last: Element | null = null;
  for (const control of controls(root)) {
    const line = control.closest("[data-row]") ?? control.parentElement;
    if (line === last) found.at(-1)!.push(control);
    else found.push([control]);
    last = line;
  }
  return found;
}

/**
 * Keeps exactly one control in the Tab order, also after rows were added or removed: the current one, else
 * the first control of a row, else the first control.
 */
function settle(root: HTMLElement): void {
  const all = controls(root);
  const current = all.find((control) => control.dataset.current !== undefined) ??
    all.find((control) => control.closest("[data-row]")) ?? all[0];
  if (current) mark(all, current);
}

/** Writes only attributes that change, because the browser computes the page's styles after each write. */
function mark(all: readonly HTMLElement[], current: HTMLElement): void {
  for (const control of all) {
    const order = control === current ? "0" : "-1";
    if (control.getAttribute("tabindex") !== order) control.setAttribute("tabindex", order);
    if (control.hasAttribute("data-current") !== (control === current)) {
      control.toggleAttribute("data-current", control === current);
    }
  }
}

function focus(root: HTMLElement, control: HTMLElement): void {
  mark(controls(root), control);
  control.focus();
  control.scrollIntoView({ block: "nearest" });
}

function target(root: HTMLElement, key: string): HTMLElement | undefined {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || !root.contains(active) || inMenu(active)) return undefined;
  const all = lines(root);
  const at = all.findIndex((line) => line.includes(active));
  if (key === "ArrowDown") return all[Math.min(at + 1, all.length - 1)]?.[0];
  if (key === "ArrowUp") return all[Math.max(at - 1, 0)]?.[0];
  if (key === "PageDown") return all[Math.min(at + PAGE, all.length - 1)]?.[0];
  if (key === "PageUp") return all[Math.max(at - PAGE, 0)]?.[0];
  if (key === "Home") return all[0]?.[0];
  if (key === "End") return all.at(-1)?.[0];
  if (key !== "ArrowLeft" && key !== "ArrowRight") return undefined;
  const line = all[at] ?? [];
  return line[line.indexOf(active) + (key === "ArrowRight" ? 1 : -1)];
}
