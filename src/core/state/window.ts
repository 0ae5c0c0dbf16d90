import type { WindowSize } from "./sizes.ts";

/** A press of the user that asked for a window. */
export interface AskedFor {
  /** When, in ms. */
  readonly at: number;
  /** The window came at once; else its user may do something else by now. */
  readonly just: boolean;
}

/** A window that should be open. Surfaces make the real windows follow this list. */
export interface WindowState {
  readonly id: string;
  /** The name of the page that it shows. */
  readonly page: string;
  /** What the page is about: `{dialog}`, `{review}`, `{run}`, `{extension, action}`, … */
  readonly params: Readonly<Record<string, string>>;
  readonly title: string;
  /** As it was opened, or fits its content, in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** What the user has made of its size since. */
  readonly sized?: WindowSize;
  /** False for a window without a title bar. */
  readonly frame: boolean;
  /** Grows each time the window should come to the front. */
  readonly raised: number;
  /** The press that asked for it when it was last {@link raised}; absent when it came by itself. */
  readonly asked?: AskedFor;
  /** Grows each time another window goes: a press that comes here then may be meant for that one. */
  readonly uncovered?: number;
  /** Closing it would lose what was `entered`; the user has been `asked` about that, and closing it once more is meant. */
  readonly unsaved?: "entered" | "asked";
}
