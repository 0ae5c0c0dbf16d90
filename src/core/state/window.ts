import type { WindowSize } from "./sizes.ts";

/** Time after a press until which a window counts as asked for, ms. Later the user is doing something else. */
export const PRESS_LASTS_MS = 15_000;

/** A press of the user that asked for a window. */
export interface AskedFor {
  /** Time of the press in ms. */
  readonly at: number;
  /** Whether the window came at once; otherwise the user may be doing something else by now. */
  readonly just: boolean;
}

/** A window that should be open. Surfaces make the real windows follow this list. */
export interface WindowState {
  readonly id: string;
  /** Name of the page in the window. */
  readonly page: string;
  /** Subject of the page: `{dialog}`, `{review}`, `{run}`, `{extension, action}`, … */
  readonly params: Readonly<Record<string, string>>;
  readonly title: string;
  /** Size at opening, or the size that fits the content, in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** The size that the user has given the window since. */
  readonly sized?: WindowSize;
  /** False for a window without a title bar. */
  readonly frame: boolean;
  /** Grows each time the window should come to the front. */
  readonly raised: number;
  /** The press that asked for the window when it was last {@link raised}; absent when it came by itself. */
  readonly asked?: AskedFor;
  /**
   * The window in whose place this one opens: it showed how far the same work was. The focus goes over to this one if the
   * user waited there.
   */
  readonly follows?: string;
  /** Grows each time another window closes, because a press that arrives here then may be meant for that one. */
  readonly uncovered?: number;
  /**
   * Set when closing would lose what was `entered`. `asked`: the user was asked about that, so closing it
   * again is meant.
   */
  readonly unsaved?: "entered" | "asked";
}
