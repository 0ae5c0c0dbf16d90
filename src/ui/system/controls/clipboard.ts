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
