/**
 * The one rule about the focus: a window takes it when a press of the user has just asked for it, and only then. A press is
 * a click or a key in Kedge, the shortcut, a command line; all that follows from it, however long it takes, carries it along.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { AskedFor } from "../state/window.ts";

/** A press of the user and what follows from it. An answer to a question on the way makes it new. */
export interface Ask {
  /** When it was pressed, in ms of the application's clock. */
  at: number;
}

/** A window that opens within this time of its press, in ms, opens at once: the user is still looking at it. */
const JUST_MS = 1000;
/** A window that opens later than this after its press, in ms, opens unasked: the user is doing something else. */
const GOOD_MS = 15_000;

const following = new AsyncLocalStorage<Ask | undefined>();

/** Does something that follows from a press; undefined: from none. */
export function followFrom<T>(ask: Ask | undefined, act: () => T): T {
  return following.run(ask, act);
}

/** The press that what runs now follows from. */
export function currentAsk(): Ask | undefined {
  return following.getStore();
}

/** Where a page's command comes from. */
export interface PagePress {
  readonly window: string;
  /** How long ago the user pressed something in the page, in ms; absent for a page that nobody has touched yet. */
  readonly pressed?: number | undefined;
}

/** The press that a command follows from. In a page that was not touched yet it is the press that opened its window. */
export function pressOf(
  by: PagePress | undefined,
  now: number,
  opened: (window: string) => Ask | undefined,
): Ask | undefined {
  if (by && by.pressed === undefined) return opened(by.window);
  return { at: now - (by?.pressed ?? 0) };
}

/** The user has pressed again for what follows from an earlier press: answered its question, clicked its button. */
export function renew(ask: Ask | undefined): void {
  const now = currentAsk();
  if (ask && now) ask.at = Math.max(ask.at, now.at);
}

/** How a window that opens or is raised at `now` was asked for; undefined when it was not. */
export function askedFor(now: number): AskedFor | undefined {
  const ask = currentAsk();
  if (!ask || now - ask.at > GOOD_MS) return undefined;
  return { at: ask.at, just: now - ask.at <= JUST_MS };
}
