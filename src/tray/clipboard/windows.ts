import type { Clipboard } from "./backend.ts";
import { openWindowsClipboard, type WindowsClipboard } from "./user32.ts";

/** How often the clipboard is tried while another program holds it, and how long between two tries, in ms. */
const TRIES = 10, PAUSE = 100;

/** The clipboard of Windows, by its own functions: no program is started, and the text leaves this process only to there. */
export function windowsClipboard(
  open: () => WindowsClipboard = openWindowsClipboard,
  pause: () => Promise<void> = () => new Promise((done) => setTimeout(done, PAUSE)),
): Clipboard {
  let opened: WindowsClipboard | undefined;

  /** Tries until the other program lets the clipboard go; null when it does not. */
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
