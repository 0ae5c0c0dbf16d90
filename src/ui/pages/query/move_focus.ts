/** Moves the focus to the next part of the window: the catalog, the editor, the results. */
export function moveFocus(back: boolean): void {
  const stops = [...document.querySelectorAll<HTMLElement>(".catalog input, [data-editor], [data-results]")];
  const at = stops.findIndex((stop) => stop.contains(document.activeElement));
  const next = stops[(at + (back ? -1 : 1) + stops.length) % stops.length];
  const code = next?.querySelector(".query-code")?.shadowRoot;
  const inner = code?.querySelector<HTMLElement>(".cm-content");
  if (inner) inner.focus();
  else if (next?.matches("[data-results]")) focusResults(next);
  else next?.focus();
}

/** Focuses the rows of the results; where there are none yet, the results, which pass the focus on to rows that come. */
export function focusResults(results: HTMLElement): void {
  (results.querySelector<HTMLElement>("[data-grid]") ?? results).focus({ preventScroll: true });
}
