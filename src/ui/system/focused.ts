/**
 * Returns the focused element, also one inside a shadow root, because the shadow root's host cannot restore
 * the focus.
 */
export function focusedElement(): HTMLElement | null {
  let found = document.activeElement;
  while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
  return found instanceof HTMLElement ? found : null;
}
