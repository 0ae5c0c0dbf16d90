import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

const SELECTOR = "button:not(:disabled), a[href], [data-rove]";

/**
 * Makes the controls inside an element one stop of the Tab key: the arrow keys move among rows
 * (`[data-row]`), left and right among the controls of a row, Home and End to the ends.
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
    const onFocusIn = (event: FocusEvent) => {
      if (event.target instanceof HTMLElement && event.target.matches(SELECTOR)) mark(root, event.target);
    };
    root.addEventListener("keydown", onKeyDown);
    root.addEventListener("focusin", onFocusIn);
    return () => {
      root.removeEventListener("keydown", onKeyDown);
      root.removeEventListener("focusin", onFocusIn);
    };
  });
}

function controls(root: Element): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(SELECTOR)];
}

/** Leaves exactly one control in the Tab order, also after rows came or went. */
function settle(root: HTMLElement): void {
  const all = controls(root);
  const current = all.find((control) => control.dataset.current !== undefined) ?? all[0];
  if (current) mark(root, current);
}

function mark(root: HTMLElement, current: HTMLElement): void {
  for (const control of controls(root)) {
    control.tabIndex = control === current ? 0 : -1;
    if (control === current) control.dataset.current = "";
    else delete control.dataset.current;
  }
}

function focus(root: HTMLElement, control: HTMLElement): void {
  mark(root, control);
  control.focus();
  control.scrollIntoView({ block: "nearest" });
}

function target(root: HTMLElement, key: string): HTMLElement | undefined {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || !root.contains(active)) return undefined;
  const rows = [...root.querySelectorAll<HTMLElement>("[data-row]")].filter((row) =>
    controls(row).length > 0
  );
  const row = active.closest<HTMLElement>("[data-row]");
  const index = row ? rows.indexOf(row) : -1;
  const first = (at: number) => rows[at] && controls(rows[at])[0];
  if (key === "ArrowDown") return first(Math.min(index + 1, rows.length - 1));
  if (key === "ArrowUp") return first(Math.max(index - 1, 0));
  if (key === "Home") return first(0);
  if (key === "End") return first(rows.length - 1);
  if (!row || (key !== "ArrowLeft" && key !== "ArrowRight")) return undefined;
  const inRow = controls(row);
  return inRow[inRow.indexOf(active) + (key === "ArrowRight" ? 1 : -1)];
}
