import type { WindowShape } from "../protocol.ts";

/** What a view tells about itself. */
export interface ViewEvents {
  /** The user wants the window closed; it stays until it is told to go. */
  onClose(): void;
  /** The window has got the keyboard's focus; not told on macOS. */
  onFocus(): void;
  /** The window has lost the keyboard's focus. */
  onBlur(): void;
  /** Esc was pressed in the window, which its page may hear too; told where the toolkit hears it. */
  onEscape(): void;
  /** The page's process has died. */
  onCrash(): void;
  /** Files or folders of these paths were dropped on the window, where the page itself does not hear of them. */
  onDrop(paths: readonly string[]): void;
  /** Whether the view may go to this address. */
  mayOpen(url: string): boolean;
}

/** One window with a browser view in it. It begins hidden and empty; hidden, its page has its size all the same. */
export interface NativeView {
  /** Whether the process ends with it, so that it must not be destroyed. */
  readonly carriesLoop: boolean;
  /** Whether its user has made of it what no other window should begin as; absent where that can be undone. */
  isSpent?(): boolean;
  load(url: string): void;
  shape(shape: WindowShape): void;
  /** Gives it another title, and leaves its size. */
  retitle(title: string): void;
  /** Its page draws so many times as large. Absent where the system's browser view has keys of its own for that. */
  zoom?(zoom: number): void;
  /**
   * Shows it without the focus and calls for the user's attention, as the desktop does that; one that is shown already stays
   * where it is.
   */
  showQuietly(): void;
  /**
   * Shows it in front, with the keyboard's focus. A window that was not shown stands over the one that the user was in,
   * else in the middle of the screen in use; `centre` is always the latter. `activation` is the token that Wayland wants from a
   * program that takes the focus.
   */
  show(position: "centre" | "usual", activation?: string): void;
  /**
   * Calls back once it has the keyboard's focus, or will not get it. Absent where no keys are kept back until then.
   */
  whenFocused?(listener: () => void): void;
  hide(): void;
  /** Frees it for good; nothing may be called on it afterwards. */
  destroy(): void;
}

/** How a reading thread wakes the drawing thread; sent between them, so plain data. Pointers are addresses. */
export interface Waker {
  readonly library: string;
  readonly root: bigint;
  readonly callback: bigint;
}

/** A system's windows. Everything is called on the drawing thread. */
export interface Toolkit {
  /** Null when there is no display. */
  create(events: ViewEvents): NativeView | null;
  /** Light or dark, where the toolkit does not learn it from the system by itself. */
  setDark(dark: boolean): void;
  /**
   * Tells how many times as large as usual the desktop wants text to be, before the first window and whenever that changes.
   * Absent where the system draws whole windows larger by itself.
   */
  followTextScale?(onScale: (scale: number) => void): void;
  /** How orders come to the drawing thread, which is where the listeners are called. */
  readonly input:
    /** Its own loop looks at standard input, and calls when something has come, or the host has gone. */
    | { readonly by: "loop"; listen(onReadable: () => void): void }
    /** A thread of its own reads, and wakes it: once for each message. */
    | { readonly by: "thread"; waker(onWake: () => void): Waker };
  /**
   * How long ago a key was last pressed or let go, in any program, in ms. Absent where the system does not say, or keeps
   * windows from taking the focus by itself.
   */
  sinceKey?(): number;
  /** Draws until the process ends. */
  run(): void;
  /** Makes the process end when its parent does, where the end of standard input is not enough. */
  endWithParent(): void;
}
