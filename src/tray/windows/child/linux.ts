import { APP_ID } from "../../../core/app_id.ts";
import { ESCAPE_EVENT } from "../../../core/frame_escape.ts";
import { DRAG_EVENT } from "../../../core/drag_event.ts";
import type { WindowShape } from "../protocol.ts";
import { cString } from "./c_string.ts";
import * as Callback from "./callbacks.ts";
import type { Area } from "./centre.ts";
import { createFormerPicture } from "./former_picture.ts";
import { forgoGl } from "./gl.ts";
import { takeDrops } from "./drops.ts";
import { endWithParent } from "./end_with_parent.ts";
import { hearEscape } from "./escape.ts";
import { openGtk, preferDark } from "./gtk.ts";
import { keepFocus, layOut } from "./hidden_page.ts";
import { createSizeWatch } from "./strayed_size.ts";
import { titleBarHeight } from "./title_bar.ts";
import { followTextScale } from "./text_scale.ts";
import type { NativeView, Toolkit, ViewEvents } from "./toolkit.ts";
import { activate } from "./wayland.ts";
import { BACK_FORWARD, NEW_WINDOW, NO_ACCELERATION } from "./webkit_enums.ts";
import { x11SinceKey } from "./x11_keys.ts";
import { nameClass, type X11Window, x11Window } from "./x11.ts";

/** File number of standard input; G_IO_IN and G_IO_HUP. */
const STDIN = 0, IN = 1, HANGUP = 16;

/** A shorter loss of the focus, in ms, is ignored: adding or switching a keyboard also causes one. */
const AWAY_MS = 80;
/** Pause between two checks of a window's focus, and the time limit of all checks, in ms. */
const FOCUS_LOOK_MS = 4, UNFOCUSED_MS = 5_000;

/**
 * Creates windows with GTK 4 and WebKitGTK. `icons` is a folder with an icon theme that contains `kedge`, or
 * empty; `sparing` saves memory. Throws the loader's message when a library is missing.
 */
export function linuxToolkit(icons: string, sparing = true): Toolkit {
  if (sparing) forgoGl();
  const { gtk, gobject, glib, webkit } = openGtk();
  /** Callbacks that GTK holds; this list keeps them from the garbage collector. */
  const references: unknown[] = [];
  let session: Deno.PointerValue = null;
  /** The visible windows. */
  const shown = new Set<Deno.PointerValue>();
  /** On Wayland, the window that each window stays above, for windows that stay above another one. */
  const over = new Map<Deno.PointerValue, Deno.PointerValue>();

  function on<const D extends Deno.UnsafeCallbackDefinition>(
    object: Deno.PointerValue,
    signal: string,
    native: Deno.UnsafeCallback<D>,
  ) {
    references.push(native);
    gobject.g_signal_connect_data(object, cString(signal), native.pointer, null, null, 0);
  }

  /** Creates a browser view that keeps cookies and caches in memory only. */
  function newBrowser(): Deno.PointerValue {
    session ??= webkit.webkit_network_session_new_ephemeral();
    const value = new Uint8Array(24);
    gobject.g_value_init(value, webkit.webkit_network_session_get_type());
    gobject.g_value_set_object(value, session);
    const name = cString("network-session");
    const names = new BigUint64Array([Deno.UnsafePointer.value(Deno.UnsafePointer.of(name))]);
    const browser = gobject.g_object_new_with_properties(
      webkit.webkit_web_view_get_type(),
      1,
      new Uint8Array(names.buffer),
      value,
    );
    const settings = webkit.webkit_web_view_get_settings(browser);
    webkit.webkit_settings_set_hardware_acceleration_policy(settings, NO_ACCELERATION);
    webkit.webkit_settings_set_enable_webgl(settings, 0);
    webkit.webkit_settings_set_enable_media(settings, 0);
    webkit.webkit_settings_set_enable_html5_local_storage(settings, 0);
    return browser;
  }

  const isActive = (window: Deno.PointerValue) => gtk.gtk_window_is_active(window) !== 0;
  /** Returns the window of this process that has the focus; null when none has. */
  const activeOne = () => [...shown].find((other) => isActive(other)) ?? null;

  /** Makes the compositor keep a window above `asker`; null ends that. */
  function standOver(window: Deno.PointerValue, asker: Deno.PointerValue) {
    gtk.gtk_window_set_transient_for(window, asker);
    if (asker === null) over.delete(window);
    else over.set(window, asker);
  }

  function useIcon() {
    const display = gtk.gdk_display_get_default(), theme = gtk.gtk_icon_theme_get_for_display(display);
    nameClass(display);
    if (icons !== "") gtk.gtk_icon_theme_add_search_path(theme, cString(icons));
    gtk.gtk_window_set_default_icon_name(cString("kedge"));
  }

  /** Returns the address that a view wants to open; "" for a step back, to the page of another window. */
  function addressOf(decision: Deno.PointerValue): string {
    const action = webkit.webkit_navigation_policy_decision_get_navigation_action(decision);
    if (webkit.webkit_navigation_action_get_navigation_type(action) === BACK_FORWARD) return "";
    const uri = webkit.webkit_uri_request_get_uri(webkit.webkit_navigation_action_get_request(action));
    return uri ? new Deno.UnsafePointerView(uri).getCString() : "";
  }

  function listen(window: Deno.PointerValue, browser: Deno.PointerValue, events: ViewEvents) {
    on(
      window,
      "close-request",
      new Deno.UnsafeCallback(Callback.OBJECT_AND_DATA, () => (events.onClose(), 1)),
    );
    const away = new Deno.UnsafeCallback(Callback.TIMEOUT, () => {
      if (shown.has(window) && !isActive(window)) events.onBlur();
      return 0;
    });
    references.push(away);
    on(
      window,
      "notify::is-active",
      new Deno.UnsafeCallback(Callback.NOTIFIED, () => {
        if (isActive(window)) {
          x11Window(window)?.urge(false);
          events.onFocus();
        } else glib.g_timeout_add(AWAY_MS, away.pointer, null);
      }),
    );
    const tellPage = (event: string, detail: boolean) => {
      const script = cString(`dispatchEvent(new CustomEvent("${event}", { detail: ${detail} }))`);
      webkit.webkit_web_view_evaluate_javascript(browser, script, -1n, null, null, null, null, null);
    };
    takeDrops(window, { onDragOver: (over) => tellPage(DRAG_EVENT, over), onDrop: events.onDrop });
    hearEscape(window, () => (tellPage(ESCAPE_EVENT, true), events.onEscape()));
    on(
      browser,
      "web-process-terminated",
      new Deno.UnsafeCallback(Callback.WITH_NUMBER, () => events.onCrash()),
    );
    on(
      browser,
      "decide-policy",
      new Deno.UnsafeCallback(Callback.POLICY, (_, decision, type) => {
        if (type > NEW_WINDOW) return 0;
        if (type < NEW_WINDOW && events.mayOpen(addressOf(decision))) return 0;
        webkit.webkit_policy_decision_ignore(decision);
        return 1;
      }),
    );
    // Back and Reload of a browser's menu make no sense here; Cut, Copy and Paste do.
    on(
      browser,
      "context-menu",
      new Deno.UnsafeCallback(Callback.MENU, (_, _menu, hit) => {
        const wanted = webkit.webkit_hit_test_result_context_is_editable(hit) ||
          webkit.webkit_hit_test_result_context_is_selection(hit);
        return wanted ? 0 : 1;
      }),
    );
  }

  let ready: boolean | undefined;
  return {
    create(events) {
      if (ready === undefined) {
        glib.g_set_prgname(cString(APP_ID));
        ready = gtk.gtk_init_check() !== 0;
        if (ready) useIcon();
      }
      if (!ready) return null;
      const window = gtk.gtk_window_new();
      const browser = newBrowser();
      keepFocus(gtk, browser);
      const picture = createFormerPicture({ gtk, webkit, glib }, browser);
      gtk.gtk_window_set_child(window, browser);
      listen(window, browser, events);
      const fillsScreen = () =>
        gtk.gtk_window_is_maximized(window) !== 0 || gtk.gtk_window_is_fullscreen(window) !== 0;
      let shape: WindowShape = { title: "", width: 0, height: 0, frameless: false };
      const size = createSizeWatch(
        glib,
        () => shown.has(window) && !fillsScreen() ? x11Window(window) : null,
      );
      references.push(size.look);
      /** On Wayland GTK may draw the title bar, which exists once the window has its surface. */
      const sizeAround = ({ width, height, frameless }: Omit<WindowShape, "title">) => {
        const bar = frameless ? 0 : titleBarHeight(gtk, window, browser);
        gtk.gtk_window_set_default_size(window, width, height + bar);
      };
      const retitle = (title: string) => gtk.gtk_window_set_title(window, cString(title));
      const others = () => [...shown].filter((other) => other !== window).map((other) => x11Window(other)!);
      function appearAt(x11: X11Window, at: Area, make: () => void, fresh = true) {
        size.give(at);
        gtk.gtk_window_set_default_size(window, at.width, at.height);
        x11.appear(at, make);
        if (fresh) size.watch();
      }
      return {
        // GTK restores the former size of a window that filled the screen, even when it is reused for another
        // window.
        isSpent: fillsScreen,
        hasKeys: () => shown.has(window) && isActive(window) && x11Window(window)?.hasFocus() !== false,
        load: (url) => webkit.webkit_web_view_load_uri(browser, cString(url)),
        zoom: (zoom) => webkit.webkit_web_view_set_zoom_level(browser, zoom),
        retitle,
        shape(next: WindowShape) {
          shape = next;
          const { title, frameless } = next;
          retitle(title);
          gtk.gtk_window_set_decorated(window, frameless ? 0 : 1);
          const x11 = shown.has(window) && !frameless && !fillsScreen() ? x11Window(window) : null;
          if (x11) size.leave(x11.size());
          const { width, height } = size.give(x11?.sizeHere(next) ?? next);
          sizeAround({ width, height, frameless });
          if (x11) size.watch();
          if (gtk.gtk_widget_get_mapped(window) === 0) layOut(gtk, browser, width, height);
        },
        showQuietly() {
          const x11 = x11Window(window);
          if (!shown.has(window)) {
            const make = () => gtk.gtk_widget_set_visible(window, 1);
            x11?.skipTaskbar(shape.frameless);
            x11?.wantFocus(false);
            const keyed = activeOne(), at = x11?.usualArea(shape, null, others());
            if (!x11) sizeAround(shape);
            if (x11 && at) appearAt(x11, at, make);
            else make();
            // Keep the window with the focus above the new one, which would cover it.
            if (at && keyed) x11Window(keyed)?.keepAbove(at);
            picture.reveal();
            shown.add(window);
            gtk.gtk_widget_grab_focus(browser);
          }
          x11?.urge(true);
        },
        show(position, activation) {
          const asker = activeOne();
          const x11 = x11Window(window);
          x11?.skipTaskbar(shape.frameless);
          const fresh = !shown.has(window);
          // Wayland has no window positions, but keeps a window above the one it belongs to.
          if (fresh && !x11) sizeAround(shape), standOver(window, position === "usual" ? asker : null);
          // The first call shows the window. The second makes GTK ask for the focus with the current time,
          // which window managers with focus stealing prevention require.
          const present = () => {
            gtk.gtk_window_present(window);
            gtk.gtk_window_present(window);
          };
          if (x11 && (fresh || position === "centre")) {
            const at = position === "centre"
              ? { ...shape, ...x11.launchPosition(shape) }
              : x11.usualArea(shape, asker && x11Window(asker), others());
            x11.wantFocus(true);
            appearAt(x11, at, present, fresh);
          } else present();
          if (fresh) picture.reveal();
          shown.add(window);
          gtk.gtk_widget_grab_focus(browser);
          if (activation !== undefined && !x11) activate(window, activation);
        },
        whenFocused(listener) {
          const end = performance.now() + UNFOCUSED_MS;
          const look = new Deno.UnsafeCallback(Callback.TIMEOUT, () => {
            const x11 = shown.has(window) && performance.now() < end ? x11Window(window) : null;
            if (x11 && !x11.hasFocus()) return 1;
            return listener(), 0;
          });
          references.push(look);
          glib.g_timeout_add(FOCUS_LOOK_MS, look.pointer, null);
        },
        hide() {
          size.leave(x11Window(window)?.size() ?? null);
          shown.delete(window);
          gtk.gtk_widget_set_visible(window, 0);
          picture.hide();
          // This view will be reused for another window, so windows that stayed above it are released.
          for (const [other, asker] of over) if (asker === window) standOver(other, null);
        },
        destroy() {
          picture.end();
          shown.delete(window);
          over.delete(window);
          gtk.gtk_window_destroy(window);
        },
      } satisfies NativeView;
    },
    followTextScale,
    setDark: (dark) => preferDark(dark, { gtk, gobject }),
    // Only an X server reports this; Wayland's compositors protect the focus themselves.
    get sinceKey() {
      return x11SinceKey(gtk.gdk_display_get_default());
    },
    input: {
      by: "loop",
      listen(onReadable) {
        const callback = new Deno.UnsafeCallback(Callback.READABLE, () => (onReadable(), 1));
        references.push(callback);
        glib.g_unix_fd_add(STDIN, IN | HANGUP, callback.pointer, null);
      },
    },
    run: () => glib.g_main_loop_run(glib.g_main_loop_new(null, 0)),
    endWithParent,
  };
}
