/** True where the command key is ⌘. Read once; pages do not move between systems. */
const mac: boolean = typeof navigator !== "undefined" && /Mac/.test(navigator.userAgent);

/** True when the event carries Ctrl (⌘ on macOS) and neither Alt nor, unless asked for, Shift. */
export function withCommand(event: KeyboardEvent, shift = false): boolean {
  return (mac ? event.metaKey : event.ctrlKey) && !event.altKey && event.shiftKey === shift;
}

/**
 * The letter that a key means together with Ctrl or ⌘, in lower case: the one that stands on it, also with Caps Lock, or
 * where the layout's letters are not Latin (Cyrillic, Greek, Hebrew) the one of its place. "" for other keys.
 */
export function letterOf({ key, code }: Pick<KeyboardEvent, "key" | "code">): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const other = /^\p{L}\p{M}*$/u.test(key) && !/^\p{Script=Latin}/u.test(key);
  return other ? /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? "" : "";
}

/** Tab, with or without Shift. X11 gives the second a name of its own, which WebKitGTK does not know. */
export function isTab({ key, code, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return (key === "Tab" || (key === "Unidentified" && code === "Tab")) && !ctrlKey && !altKey && !metaKey;
}

/** True for a key pressed with no modifier at all. */
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

/** The keys of a shortcut as they stand on the user's keyboard: `Mod+F` is `Ctrl F`, or `⌘ F` on macOS. */
export function keyNames(shortcut: string, onMac: boolean = mac): string[] {
  return shortcut.split("+").map((key) => {
    if (key === "Mod") return onMac ? "⌘" : "Ctrl";
    if (key === "Alt") return onMac ? "⌥" : "Alt";
    if (key === "Shift") return onMac ? "⇧" : "Shift";
    return symbols[key] ?? key;
  });
}

/** A shortcut as one word for a tooltip: `Ctrl+F`, or `⌘F` on macOS. */
export function keyText(shortcut: string, onMac: boolean = mac): string {
  return keyNames(shortcut, onMac).join(onMac ? "" : "+");
}

/** True when the user is typing into this element, so that single keys belong to it. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLTextAreaElement || target.isContentEditable) return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "button"].includes(target.type);
}
