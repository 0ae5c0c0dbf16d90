import { wide } from "../../core/platform/wide.ts";
import { MESSAGE_WINDOW, messageWindow } from "../message_window.ts";

/** CF_UNICODETEXT of winuser.h. */
const UNICODE_TEXT = 13;
/** GMEM_MOVEABLE of winbase.h: the clipboard accepts only movable memory. */
const MOVEABLE = 2;

/**
 * Clipboard formats that, with a 32-bit zero as data, keep the text out of the clipboard history, other
 * computers and programs that watch the clipboard (Microsoft's "Cloud Clipboard and Clipboard History
 * Formats").
 */
export const PRIVATE_FORMATS = [
  "CanIncludeInClipboardHistory",
  "CanUploadToCloudClipboard",
  "ExcludeClipboardContentFromMonitorProcessing",
] as const;

const USER32 = {
  OpenClipboard: { parameters: ["pointer"], result: "i32" },
  EmptyClipboard: { parameters: [], result: "i32" },
  CloseClipboard: { parameters: [], result: "i32" },
  SetClipboardData: { parameters: ["u32", "pointer"], result: "pointer" },
  RegisterClipboardFormatW: { parameters: ["buffer"], result: "u32" },
  GetClipboardSequenceNumber: { parameters: [], result: "u32" },
  ...MESSAGE_WINDOW,
} as const;

const KERNEL32 = {
  GlobalAlloc: { parameters: ["u32", "usize"], result: "pointer" },
  GlobalLock: { parameters: ["pointer"], result: "pointer" },
  GlobalUnlock: { parameters: ["pointer"], result: "i32" },
  GlobalFree: { parameters: ["pointer"], result: "pointer" },
  RtlMoveMemory: { parameters: ["pointer", "buffer", "usize"], result: "void" },
} as const;

/**
 * The clipboard functions of Windows that Kedge uses. While another program has the clipboard open, both
 * return null or false at once.
 */
export interface WindowsClipboard {
  /**
   * Puts the text on the clipboard with the private formats. Returns the sequence number of this change; null
   * when that failed.
   */
  set(text: string): number | null;
  /**
   * Empties the clipboard if its sequence number is still `change`. Returns false when the clipboard could
   * not be opened.
   */
  clear(change: number): boolean;
}

/** Loads the system's libraries. Throws when they are missing. */
export function openWindowsClipboard(): WindowsClipboard {
  const user32 = Deno.dlopen("user32.dll", USER32).symbols;
  const kernel32 = Deno.dlopen("kernel32.dll", KERNEL32).symbols;

  /**
   * Copies the bytes into memory for the clipboard, which owns that memory once it accepts it. Returns false
   * when it does not.
   */
  function put(format: number, bytes: Uint8Array<ArrayBuffer>): boolean {
    const memory = kernel32.GlobalAlloc(MOVEABLE, BigInt(bytes.length));
    if (!memory) return false;
    kernel32.RtlMoveMemory(kernel32.GlobalLock(memory), bytes, BigInt(bytes.length));
    kernel32.GlobalUnlock(memory);
    if (user32.SetClipboardData(format, memory)) return true;
    kernel32.GlobalFree(memory);
    return false;
  }

  /**
   * Runs `work` while the clipboard is open; returns `otherwise` when it cannot be opened. The owner of the
   * clipboard is a window that is destroyed at once: other programs send messages to an owner, and they hang
   * until the owner reads them. The data on the clipboard outlives its owner.
   */
  function opened<T>(work: () => T, otherwise: T): T {
    const owner = messageWindow(user32, "");
    if (!owner) return otherwise;
    try {
      if (user32.OpenClipboard(owner) === 0) return otherwise;
      try {
        return work();
      } finally {
        user32.CloseClipboard();
      }
    } finally {
      user32.DestroyWindow(owner);
    }
  }

  return {
    set(text) {
      const bytes = wide(text);
      const taken = opened(() => {
        user32.EmptyClipboard();
        const marked = PRIVATE_FORMATS.every((name) =>
          put(user32.RegisterClipboardFormatW(wide(name)), new Uint8Array(4))
        );
        if (marked && put(UNICODE_TEXT, bytes)) return true;
        user32.EmptyClipboard();
        return false;
      }, false);
      bytes.fill(0);
      return taken ? user32.GetClipboardSequenceNumber() : null;
    },
    clear: (change) =>
      opened(() => {
        if (user32.GetClipboardSequenceNumber() === change) user32.EmptyClipboard();
        return true;
      }, false),
  };
}
