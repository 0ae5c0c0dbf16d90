/** Moves the focus to the next part of the window: the catalog, the editor, the rows. */
export function moveFocus(back: boolean): void {
  const stops = [...document.querySelectorAll<HTMLElement>(".catalog input, [data-editor], [data-grid]")];
  const at = stops.findIndex((stop) =>
    stop === document.activeElement || stop.contains(document.activeElement)
  );
  const next = stops[(at + (back ? -1 : 1) + stops.length) % stops.length];
  const code = next?.querySelector(".query-code")?.shadowRoot;
  const inner = code?.querySelector<HTMLElement>(".cm-content");
  (inner ?? next)?.focus();
}
