/** So many rows a page is. */
const PAGE = 8;

/** A key press, as far as it leads through a list. */
type LeadingKey =
  & Pick<KeyboardEvent, "key">
  & Partial<Pick<KeyboardEvent, "repeat" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "target">>;

/**
 * Where a key leads in a list of `length`, or null for another key. A press at an end goes on at the other one, a key that is
 * held down stops there. In a field with a text Home and End are the caret's first: they lead once it stands at that end.
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

/** Whether the caret of a field stands at that end already; what has no caret has nothing else to do with the key. */
function isCaretAt(target: EventTarget | null | undefined, end: "start" | "end"): boolean {
  if (!target || !("selectionStart" in target) || !("value" in target)) return true;
  const { selectionStart, selectionEnd, value } = target as HTMLInputElement;
  const caret = end === "start" ? 0 : value.length;
  return selectionStart === caret && selectionEnd === caret;
}
