import type { Clipboard } from "./backend.ts";
import { openWindowsClipboard, type WindowsClipboard } from "./user32.ts";

/**
 * How many times Kedge tries to open the clipboard while another program holds it, and the pause between
 * tries in ms.
 */
const TRIES = 10, PAUSE = 100;

/**
 * Returns the clipboard of Windows, which uses functions of the system. No program is started, so the text
 * passes only from this process to the clipboard.
 */
export function windowsClipboard(
  open: () => WindowsClipboard = openWindowsClipboard,
  pause: () => Promise<void> = () => new Promise((done) => setTimeout(done, PAUSE)),
): Clipboard {
  let opened: WindowsClipboard | undefined;

  /** Repeats `ask` until the other program releases the clipboard; returns null when that does not happen in time. */
  async function patiently<T>(ask: (clipboard: WindowsClipboard) => T | null): Promise<T | null> {
    for (let left = TRIES; left > 0; left--) {
      const answer = ask(opened ??= open());
      if (answer !== null) return answer;
      if (left > 1) await pause();
    }
    return null;
  }

  return {
    async hold(text) {
      const change = await patiently((clipboard) => clipboard.set(text.open()));
      if (change === null) {
        return {
          error: "Windows did not take the text for its clipboard.",
          hint: "Another program may hold the clipboard: try again, or close programs that watch it.",
        };
      }
      return {
        marked: true,
        clear: async () => void await patiently((clipboard) => clipboard.clear(change) || null),
      };
    },
  };
}
