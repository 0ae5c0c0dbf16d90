/** A window that came at once may still be on its way to the screen for so long after its press, in ms. */
const ON_ITS_WAY_MS = 3000;
/** A press is good for a window for so long, in ms. */
const GOOD_MS = 15_000;
/** A key is let go within so long after it was pressed, in ms: later ones are others. */
const LET_GO_MS = 500;

/**
 * Whether a window takes the focus: it was asked for by a press at `at`, and the user has done nothing else since. What came
 * at once is what they wait for; of what came later they may have turned away, so that a key in between, in whatever program,
 * keeps the focus where it is. A launcher comes by its shortcut only. `sinceKey` as a toolkit has it.
 */
export function takesFocus(
  asked: { readonly at: number; readonly just: boolean } | null,
  launcher: boolean,
  now: number,
  sinceKey?: () => number,
): boolean {
  if (launcher) return true;
  if (!asked) return false;
  const since = now - asked.at;
  if (asked.just && since < ON_ITS_WAY_MS) return true;
  if (since > GOOD_MS) return false;
  return sinceKey === undefined || sinceKey() >= since - LET_GO_MS;
}
