/** What keeps Kedge from being seen: no icon and no window, by the codes of the problems. */
const UNSEEN = ["no-tray-host", "no-webview"] as const;

/** The last words of a start that nothing on the screen will follow. */
const WORDS = "kedge: Kedge goes on running, with no icon and no window.\n" +
  "End it with Ctrl+C; kedge --browser then shows everything in a browser.";

/**
 * Follows whether any surface shows Kedge. Says once that none does: otherwise a start that has printed its problems
 * would go on in silence.
 */
export function followUnseen(say: (words: string) => void): (code: string, isProblem: boolean) => void {
  const now = new Set<string>();
  return (code, isProblem) => {
    const before = now.size;
    if (!UNSEEN.some((one) => one === code)) return;
    if (isProblem) now.add(code);
    else now.delete(code);
    if (now.size === UNSEEN.length && before < now.size) say(WORDS);
  };
}
