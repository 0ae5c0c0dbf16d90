import type { FocusRequest, ToChild } from "../protocol.ts";
import { takesFocus } from "./takes_focus.ts";
import type { NativeView, Toolkit } from "./toolkit.ts";

/** A native view, which shows the window `id` or (null) waits for one. */
interface View {
  readonly native: NativeView;
  id: string | null;
  origin: string;
  frameless: boolean;
  shown: boolean;
  /** Whether the page does not listen to keys, so that the window itself handles Esc. */
  blank: boolean;
  /** Whether the host waits until the window has the focus. */
  awaited: boolean;
  /** Whether the window has had the focus since it was shown. */
  focused: boolean;
  /**
   * Until this time, in ms of `now`, the desktop itself may have caused a loss of the focus; 0 after the
   * window has asked for the focus again.
   */
  settling: number;
  /** Activation token for the time when the window is shown. */
  activation?: string | undefined;
  /** Whether the window got the keyboard focus, as far as its toolkit reports that. */
  active: boolean;
  /** The window that this one follows; null for none. */
  follows: string | null;
  /** The press that opened the window, with its time in ms of `now`; null when the window opened by itself. */
  asked: { readonly at: number; readonly just: boolean } | null;
}

/** Events of windows, by their IDs. */
interface ViewListener {
  onClosed(id: string): void;
  /** The window that the host asked about has the focus, or will not get it. */
  onFocused(id: string): void;
  onCrashed(id: string): void;
  onDropped(id: string, paths: readonly string[]): void;
}

/** An order about windows. */
type Order = Exclude<ToChild, { type: "quit" | "ping" | "dark" }>;

/** The windows of this process. */
interface Views {
  handle(order: Order): void;
}

const EMPTY = "about:blank";

/**
 * How long a desktop may move the focus away from a new window, in ms, because it is still passing on the
 * focus of a window that has just closed.
 */
const SETTLING_MS = 300;

/**
 * Creates the windows with one hidden view, so that the first window appears at once; null when there is no
 * display. The view of a closed window waits, empty, for the next window.
 */
export function createViews(
  toolkit: Toolkit,
  listener: ViewListener,
  now: () => number = () => performance.now(),
): Views | null {
  const views = new Set<View>();
  /**
   * Orders about windows whose views are being made, by the windows' IDs. Windows passes orders on while the
   * library makes a view.
   */
  const making = new Map<string, Order[]>();
  let zoom = 1;
  /** The view that was shown last. */
  let newest: View | null = null;
  /** The window that had the keys when it was closed last, and when that was, in ms of `now`. */
  let left: { readonly id: string; readonly at: number } | null = null;

  function create(): View | null {
    const native = toolkit.create({
      onClose() {
        if (view.id !== null) listener.onClosed(view.id);
      },
      onFocus() {
        view.active = true;
        if (!view.shown || view.focused) return;
        view.focused = true;
        // On a slow desktop the focus arrives long after the window was requested.
        view.settling = now() + SETTLING_MS;
      },
      onBlur() {
        view.active = false;
        // A launcher closes when the user turns to another window.
        if (view.id === null || !view.frameless || !view.shown) return;
        if (newest !== view || now() > view.settling) return listener.onClosed(view.id);
        view.settling = 0;
        view.native.show("usual");
      },
      onDrop(paths) {
        if (view.id !== null) listener.onDropped(view.id, paths);
      },
      onEscape() {
        if (view.id !== null && view.shown && view.blank) listener.onClosed(view.id);
      },
      onCrash() {
        view.blank = true;
        if (view.id !== null) listener.onCrashed(view.id);
      },
      // A blob is a file that the page offers to the user.
      mayOpen: (url) =>
        url === EMPTY || (view.origin !== "" && url.replace(/^blob:/, "").startsWith(`${view.origin}/`)),
    });
    if (!native) return null;
    const view: View = {
      native,
      id: null,
      origin: "",
      frameless: false,
      shown: false,
      blank: true,
      awaited: false,
      focused: false,
      settling: 0,
      active: false,
      follows: null,
      asked: null,
    };
    views.add(view);
    if (zoom !== 1) native.zoom?.(zoom);
    native.load(EMPTY);
    return view;
  }

  function load(view: View, url: string) {
    view.origin = new URL(url).origin;
    view.native.load(url);
  }

  /** Stores the token and the press that let the window have the focus. */
  function ask(view: View, { activation, asked, follows }: FocusRequest) {
    view.activation = activation;
    view.follows = follows ?? null;
    view.asked = asked ? { at: now() - asked.ago, just: asked.just } : null;
  }

  /** Tells the host once the window has the focus. For a window that is still hidden, `show` calls this later. */
  function awaitFocus(view: View) {
    if (!view.awaited || !view.shown || view.id === null) return;
    const { id, native } = view;
    view.awaited = false;
    const tell = () => listener.onFocused(id);
    if (native.whenFocused) native.whenFocused(tell);
    else tell();
  }

  const hasKeys = ({ native, active }: View) => native.hasKeys?.() ?? active;

  /** Returns until when, in ms of `now`, the user waited with the keys in that window; null for no time. */
  function waitedIn(id: string | null): number | null {
    if (id === null) return null;
    if (left?.id === id) return left.at;
    return [...views].some((view) => view.id === id && hasKeys(view)) ? now() : null;
  }

  const mayTakeFocus = ({ asked, frameless, follows }: View) =>
    takesFocus(asked, frameless, now(), toolkit.sinceKey, waitedIn(follows));

  function show(view: View) {
    if (view.shown) return;
    view.shown = true;
    view.focused = false;
    if (mayTakeFocus(view)) {
      view.settling = now() + SETTLING_MS;
      newest = view;
      view.native.show(view.frameless ? "centre" : "usual", view.activation);
      view.activation = undefined;
      return awaitFocus(view);
    }
    view.native.showQuietly();
    if (!view.awaited || view.id === null) return;
    view.awaited = false;
    listener.onFocused(view.id);
  }

  function close(view: View) {
    if (view.id !== null && hasKeys(view)) left = { id: view.id, at: now() };
    // AppKit and Windows report the lost focus while the window is being hidden.
    view.shown = view.active = false;
    const spent = view.native.isSpent?.() ?? false;
    view.native.hide();
    const spare = [...views].some((other) => other.id === null);
    if ((spare || spent) && view.native.destroy) {
      views.delete(view);
      view.native.destroy();
      if (!spare) create();
      return;
    }
    view.id = null;
    view.awaited = false;
    view.blank = true;
    view.origin = "";
    view.native.load(EMPTY);
  }

  /** Makes a view for a window to open, then obeys all orders about that window. */
  function makeView(order: Order & { readonly type: "open" }) {
    const orders: Order[] = [order];
    making.set(order.id, orders);
    const made = create();
    making.delete(order.id);
    if (made) orders.forEach(handle);
  }

  function handle(message: Order): void {
    if (message.type === "zoom") {
      zoom = message.zoom;
      for (const { native } of views) native.zoom?.(zoom);
      return;
    }
    if (message.type === "rest") {
      for (const view of views) {
        if (view.id !== null || !view.native.destroy) continue;
        views.delete(view);
        view.native.destroy();
      }
      return;
    }
    if (message.type === "give") {
      const view = [...views].find(({ id }) => id === message.waiting);
      if (!view) return;
      view.id = message.id;
      view.frameless = message.frameless;
      ask(view, message);
      view.native.shape(message);
      view.blank = false;
      return show(view);
    }
    const waiting = making.get(message.id);
    if (waiting) {
      // A window that closes before it has a view needs none of them.
      if (message.type === "close") waiting.length = 0;
      else waiting.push(message);
      return;
    }
    if (message.type === "open") {
      const view = [...views].find(({ id }) => id === null);
      if (!view) return makeView(message);
      view.id = message.id;
      view.frameless = message.frameless;
      ask(view, message);
      view.native.shape(message);
      load(view, message.url);
      return;
    }
    const view = [...views].find(({ id }) => id === message.id);
    if (message.type === "focus") {
      if (!view) return listener.onFocused(message.id);
      view.awaited = true;
      return awaitFocus(view);
    }
    if (!view) return;
    switch (message.type) {
      case "show":
        view.blank = message.blank ?? false;
        return show(view);
      case "change":
        return view.native.shape(message);
      case "retitle":
        return view.native.retitle(message.title);
      case "raise":
        if (!view.shown) {
          if (message.asked) ask(view, { activation: view.activation, ...message });
          return;
        }
        ask(view, message);
        if (mayTakeFocus(view)) view.native.show("usual", message.activation);
        else view.native.showQuietly();
        return;
      case "load":
        return load(view, message.url);
      case "take":
        view.shown = view.awaited = view.active = false;
        view.native.hide();
        view.id = message.waiting;
        return;
      case "close":
        return close(view);
    }
  }

  return create() && { handle };
}
