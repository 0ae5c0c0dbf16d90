import { useEffect, useState } from "preact/hooks";

/**
 * Copies text; true when it worked. A text that comes later is promised to the clipboard at once: WebKit takes nothing any
 * more when the key that asked for it is over. WebKitGTK has no clipboard permission for pages, so the old way is kept.
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof text === "string") await navigator.clipboard.writeText(text);
    else await navigator.clipboard.write([new ClipboardItem({ "text/plain": text.then(plain) })]);
    return true;
  } catch {
    return await Promise.resolve(text).then(copyBySelection, () => false);
  }
}

const plain = (text: string) => new Blob([text], { type: "text/plain" });

function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "aside";
  area.setAttribute("aria-hidden", "true");
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return done;
}

/** The text of the clipboard; null where the page may not read it without its key. */
export async function readClipboard(): Promise<string | null> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return null;
  }
}

/**
 * Gives the text that a paste key brings; called as the key goes down, whose default must not be prevented. WebKit pastes
 * nothing where nothing can be typed, so the focus is in a field meanwhile.
 */
export function takePaste(take: (text: string) => void): void {
  const before = document.activeElement;
  const area = document.createElement("textarea");
  area.className = "aside";
  area.setAttribute("aria-hidden", "true");
  const leave = () => {
    area.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
  area.addEventListener("paste", (event) => {
    event.preventDefault();
    const text = event.clipboardData?.getData("text/plain") ?? "";
    leave();
    take(text);
  });
  // No paste event came: the clipboard holds no text.
  area.addEventListener("keyup", leave);
  document.body.append(area);
  area.focus({ preventScroll: true });
}

/** Copying with its confirmation: `[true for 2 s after a copy, copy]`. */
export function useCopy(): [copied: boolean, copy: (text: string) => void] {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  return [copied, (text) => void copyText(text).then(setCopied)];
}
