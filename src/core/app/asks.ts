/**
 * The one rule about the focus: a window takes the focus only when a press of the user has just asked for it.
 * A press is a click or key in Kedge, the shortcut, or a command line. Everything that follows from a press
 * carries it along, however long it takes.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { type AskedFor, PRESS_LASTS_MS } from "../state/window.ts";

/** A press of the user. Answering a question that follows from it renews it. */
export interface Ask {
  /** When the press happened, in ms of the application's clock. */
  at: number;
  /** The window that shows how far the work is that the press began. The user may be waiting in it. */
  waitsIn?: string | undefined;
}

/** Time after a press within which a window takes the focus at once, ms. The user still expects the window. */
const JUST_MS = 1000;

const following = new AsyncLocalStorage<Ask | undefined>();

/** Runs `act` as a consequence of a press; undefined for none. */
export function followFrom<T>(ask: Ask | undefined, act: () => T): T {
  return following.run(ask, act);
}

/** Returns the press that the running code follows from. */
export function currentAsk(): Ask | undefined {
  return following.getStore();
}

/** The window that a command comes from. */
export interface PagePress {
  readonly window: string;
  /** How long ago the user pressed something in the page, ms; absent when nobody has touched the page. */
  readonly pressed?: number | undefined;
}

/** Returns the press that a command follows from. For an untouched page, returns the press that opened its window. */
export function pressOf(
  by: PagePress | undefined,
  now: number,
  opened: (window: string) => Ask | undefined,
): Ask | undefined {
  if (by && by.pressed === undefined) return opened(by.window);
  return { at: now - (by?.pressed ?? 0) };
}

/** Renews an earlier press, because the user answered its question or clicked its button. */
export function renew(ask: Ask | undefined): void {
  const now = currentAsk();
  if (ask && now) ask.at = Math.max(ask.at, now.at);
}

/** Returns the press that asked for a window that opens or is raised at `now`; undefined for none. */
export function askedFor(now: number): AskedFor | undefined {
  const ask = currentAsk();
  if (!ask || now - ask.at > PRESS_LASTS_MS) return undefined;
  return { at: ask.at, just: now - ask.at <= JUST_MS };
}

/**
 * Returns what the state of a window that opens or is raised at `now` says about its press, and about the window
 * in which the user waited for it.
 */
export function wantedBy(now: number): { readonly asked?: AskedFor; readonly follows?: string } {
  const asked = askedFor(now), follows = currentAsk()?.waitsIn;
  return { ...(asked && { asked }), ...(follows !== undefined && { follows }) };
}
