/** Leads the focus through the parts of the window, one after another: the catalog, the editor, the rows. */
export function moveFocus(back: boolean): void {
  const places = [...document.querySelectorAll<HTMLElement>(".catalog input, [data-editor], [data-grid]")];
  const at = places.findIndex((place) =>
    place === document.activeElement || place.contains(document.activeElement)
  );
  const next = places[(at + (back ? -1 : 1) + places.length) % places.length];
  const code = next?.querySelector(".query-code")?.shadowRoot;
  const inner = code?.querySelector<HTMLElement>(".cm-content");
  (inner ?? next)?.focus();
}
