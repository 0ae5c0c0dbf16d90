/** The element that has the focus, also inside of a shadow root, whose host could not take it back. */
export function focusedElement(): HTMLElement | null {
  let found = document.activeElement;
  while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
  return found instanceof HTMLElement ? found : null;
}
