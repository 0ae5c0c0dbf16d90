import { usePassing } from "../passing.ts";

/**
 * Copies a text and returns whether that worked. A promised text is handed to the clipboard at once, because
 * WebKit accepts nothing after the handling of the key press. WebKitGTK gives pages no clipboard permission,
 * so a text is copied from a selection where the clipboard refuses it.
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
  const area = addHiddenField();
  area.value = text;
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return done;
}

/** Returns the text of the clipboard; null where the page may read the clipboard only while a paste key is pressed. */
export async function readClipboard(): Promise<string | null> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return null;
  }
}

/** Adds a field that is not seen, for what the engine does with fields only. */
function addHiddenField(): HTMLTextAreaElement {
  const area = document.createElement("textarea");
  area.className = "aside";
  area.setAttribute("aria-hidden", "true");
  document.body.append(area);
  return area;
}

/**
 * Passes the text that a paste key inserts to `take`. Call it on keydown and do not prevent the key's
 * default. WebKit pastes only into editable elements, so a hidden field has the focus meanwhile.
 */
export function takePaste(take: (text: string) => void): void {
  const before = document.activeElement;
  const area = addHiddenField();
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
  // Without a paste event the clipboard holds no text.
  area.addEventListener("keyup", leave);
  area.focus({ preventScroll: true });
}

/** Returns `[copied, copy]`; `copied` is true for 2 s after a copy, so that a control can confirm it. */
export function useCopy(): [copied: boolean, copy: (text: string) => void] {
  const [copied, setCopied] = usePassing(false, 2000);
  return [copied, (text) => void copyText(text).then(setCopied)];
}
