/** Number of rows that Page Up and Page Down move. */
export const PAGE = 8;

/** The parts of a key event that {@link movedIndex} reads. */
type LeadingKey =
  & Pick<KeyboardEvent, "key">
  & Partial<Pick<KeyboardEvent, "repeat" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "target">>;

/**
 * Returns the index that a key moves to in a list of `length` rows, or null for another key. At an end, a
 * press continues at the other end, but a repeated key stops. In a field with text, Home and End move the
 * caret first and act on the list only when the caret is already there.
 */
export function movedIndex(event: LeadingKey, index: number, length: number): number | null {
  if (length === 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return null;
  const last = length - 1;
  switch (event.key) {
    case "ArrowDown":
      return index < last ? index + 1 : event.repeat ? last : 0;
    case "ArrowUp":
      return index > 0 ? index - 1 : event.repeat && index === 0 ? 0 : last;
    case "PageDown":
      return Math.min(index + PAGE, last);
    case "PageUp":
      return Math.max(index - PAGE, 0);
    case "Home":
      return isCaretAt(event.target, "start") ? 0 : null;
    case "End":
      return isCaretAt(event.target, "end") ? last : null;
    default:
      return null;
  }
}

/** Whether the caret of a field is already at that end. Elements without a caret count as being there. */
function isCaretAt(target: EventTarget | null | undefined, end: "start" | "end"): boolean {
  if (!target || !("selectionStart" in target) || !("value" in target)) return true;
  const { selectionStart, selectionEnd, value } = target as HTMLInputElement;
  const caret = end === "start" ? 0 : value.length;
  return selectionStart === caret && selectionEnd === caret;
}
