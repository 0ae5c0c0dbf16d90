/** Whether the command key is ⌘. Read only once, because a page stays on one system. */
export const mac: boolean = typeof navigator !== "undefined" && /Mac/.test(navigator.userAgent);

/** Whether the event carries Ctrl (⌘ on macOS) and neither Alt nor, unless asked for, Shift. */
export function withCommand(event: KeyboardEvent, shift = false): boolean {
  return (mac ? event.metaKey : event.ctrlKey) && !event.altKey && event.shiftKey === shift;
}

/**
 * Returns the lower-case letter that a key means together with Ctrl or ⌘: the letter printed on the key, even
 * with Caps Lock. In layouts without Latin letters (Cyrillic, Greek, Hebrew) it is the Latin letter at the
 * key's position. Returns "" for other keys.
 */
export function letterOf({ key, code }: Pick<KeyboardEvent, "key" | "code">): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const other = /^\p{L}\p{M}*$/u.test(key) && !/^\p{Script=Latin}/u.test(key);
  return other ? /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? "" : "";
}

/**
 * Whether a key event is Tab or Shift+Tab. X11 has a name of its own for Shift+Tab, which WebKitGTK reports
 * as `Unidentified`.
 */
export function isTab({ key, code, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return (key === "Tab" || (key === "Unidentified" && code === "Tab")) && !ctrlKey && !altKey && !metaKey;
}

/** Whether a key is pressed without any modifier. */
export function plain(event: KeyboardEvent): boolean {
  return !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
}

const symbols: Readonly<Record<string, string>> = {
  Enter: "↵",
  Escape: "Esc",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Delete: "Del",
  Plus: "+",
  Minus: "−",
};

/** Returns the keys of a shortcut as the user's keyboard labels them: `Mod+F` is `Ctrl F`, or `⌘ F` on macOS. */
export function keyNames(shortcut: string, onMac: boolean = mac): string[] {
  return shortcut.split("+").map((key) => {
    if (key === "Mod") return onMac ? "⌘" : "Ctrl";
    if (key === "Alt") return onMac ? "⌥" : "Alt";
    if (key === "Shift") return onMac ? "⇧" : "Shift";
    return symbols[key] ?? key;
  });
}

/** Returns a shortcut as one word for a tooltip: `Ctrl+F`, or `⌘F` on macOS. */
export function keyText(shortcut: string, onMac: boolean = mac): string {
  return keyNames(shortcut, onMac).join(onMac ? "" : "+");
}

/** Whether the user types into this element, so that single keys belong to it. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLTextAreaElement || target.isContentEditable) return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "button"].includes(target.type);
}
