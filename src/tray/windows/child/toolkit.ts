import type { WindowShape } from "../protocol.ts";

/** Events of a view. */
export interface ViewEvents {
  /** The user wants to close the window, which stays open until the host closes it. */
  onClose(): void;
  /** The window got the keyboard focus; macOS does not report this. */
  onFocus(): void;
  /** The window lost the keyboard focus. */
  onBlur(): void;
  /** Esc was pressed in the window, whose page may also receive the key. Not every toolkit reports this. */
  onEscape(): void;
  /** The page's process crashed. */
  onCrash(): void;
  /**
   * Files or folders with these paths were dropped on the window. Only toolkits whose pages do not receive
   * them report this.
   */
  onDrop(paths: readonly string[]): void;
  /** Returns whether the view may open this address. */
  mayOpen(url: string): boolean;
}

/** A window with a browser view. A new one is hidden and empty; its page has its size even while it is hidden. */
export interface NativeView {
  /**
   * Whether the user changed the window in a way that the next window must not inherit; absent where the
   * toolkit can undo that.
   */
  isSpent?(): boolean;
  /** Whether the window is shown and has the keyboard focus; absent where `onFocus` and `onBlur` report each change. */
  hasKeys?(): boolean;
  load(url: string): void;
  shape(shape: WindowShape): void;
  /** Changes the title and keeps the size. */
  retitle(title: string): void;
  /** Sets the scale of the page. Absent where the system's browser view has its own keys for that. */
  zoom?(zoom: number): void;
  /**
   * Shows the window without the focus and asks for the user's attention, in the way of the desktop. A
   * visible window keeps its position.
   */
  showQuietly(): void;
  /**
   * Shows the window in front, with the keyboard focus. A hidden window appears over the window that the user
   * was in, otherwise in the middle of the screen in use; with `centre` always in the middle of the screen.
   * `activation` is the activation token that Wayland requires to give the focus.
   */
  show(position: "centre" | "usual", activation?: string): void;
  /**
   * Calls `listener` once the window has the keyboard focus or will not get it. Absent where no keys are held
   * back until then.
   */
  whenFocused?(listener: () => void): void;
  hide(): void;
  /**
   * Frees the window; no function may be called afterwards. Absent where the window must stay, because the
   * process would end or hang with it.
   */
  destroy?(): void;
}

/**
 * How the reading thread wakes the drawing thread. It is plain data, because it is sent between threads;
 * pointers are addresses.
 */
export interface Waker {
  readonly library: string;
  readonly root: bigint;
  readonly callback: bigint;
}

/** The windows of one system. All functions are called on the drawing thread. */
export interface Toolkit {
  /** Creates a window; null when there is no display. */
  create(events: ViewEvents): NativeView | null;
  /** Sets the dark or light theme, where the toolkit does not follow the system by itself. */
  setDark(dark: boolean): void;
  /**
   * Reports the scale of text that the desktop wants (1 is the usual size), before the first window and after
   * each change. Absent where the system enlarges whole windows by itself.
   */
  followTextScale?(onScale: (scale: number) => void): void;
  /** How orders reach the drawing thread, which calls the listeners. */
  readonly input:
    /** The toolkit's loop watches standard input, and calls `onReadable` when there is input or the host has gone. */
    | { readonly by: "loop"; listen(onReadable: () => void): void }
    /** A separate thread reads standard input and wakes the drawing thread once for each message. */
    | { readonly by: "thread"; waker(onWake: () => void): Waker };
  /**
   * Returns the time since a key was last pressed or released in any program, in ms. Absent where the system
   * does not report it, or prevents windows from taking the focus by itself.
   */
  sinceKey?(): number;
  /** Runs the toolkit's loop until the process ends. */
  run(): void;
  /** Makes the process end with its parent, where the end of standard input is not enough. */
  endWithParent(): void;
}
