import { PRESS_LASTS_MS } from "../../../core/state/window.ts";

/** How long a window that was opened at once may take to appear after its press, in ms. */
const ON_ITS_WAY_MS = 3000;
/** How long a key may be held after its press, in ms; later key events are other keys. */
const LET_GO_MS = 500;

/**
 * Whether a window takes the focus: a press at `asked.at` (ms) opened it, and the user did nothing else
 * since. Users wait for a window that opens at once (`asked.just`). For a later window, a key event in
 * between, in any program, means that the user has turned away, so the focus stays. A launcher opens only by
 * its shortcut and always takes the focus. `sinceKey` is that of the toolkit. `waited` is when (ms) the user
 * stopped waiting in the preceding window, which had the focus; that counts as a press. Null if the user did not
 * wait.
 */
export function takesFocus(
  asked: { readonly at: number; readonly just: boolean } | null,
  launcher: boolean,
  now: number,
  sinceKey?: () => number,
  waited: number | null = null,
): boolean {
  if (launcher) return true;
  /** Whether the user has waited since that time, in ms; a key of that press may be let go until `letGo` ms later. */
  const waits = (at: number, letGo: number) =>
    now - at <= PRESS_LASTS_MS && (sinceKey === undefined || sinceKey() >= now - at - letGo);
  if (waited !== null && waits(waited, 0)) return true;
  if (!asked) return false;
  return asked.just && now - asked.at < ON_ITS_WAY_MS || waits(asked.at, LET_GO_MS);
}
