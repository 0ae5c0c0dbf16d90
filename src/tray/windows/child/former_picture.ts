import { cString } from "./c_string.ts";
import { NOTIFIED, TIMEOUT } from "./callbacks.ts";
import type { openGtk } from "./gtk.ts";

/** Opacity of an invisible view. Zero would make WebKit stop drawing the page. */
const UNSEEN = 1 / 255;

/** How long a page may take to draw itself, in ms, before its view is shown anyway. */
const LATE_MS = 5000;

/**
 * Script that ends when the page has drawn itself. A hidden page gets no animation frames, and the first
 * frame is drawn before the timer fires.
 */
const DRAWN = cString("await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))");

/**
 * Hides the last picture of a reused view. WebKit keeps that picture, and draws it until the page of the next
 * window has drawn itself.
 */
export function createFormerPicture(
  { gtk, webkit, glib }: Pick<ReturnType<typeof openGtk>, "gtk" | "webkit" | "glib">,
  browser: Deno.PointerValue,
) {
  let isUnseen = false, ended = false;
  /** Number of scripts that have not ended yet. */
  let asked = 0;
  let revealedAt = 0;
  const show = () => {
    isUnseen = false;
    gtk.gtk_widget_set_opacity(browser, 1);
  };
  const drawn = new Deno.UnsafeCallback(NOTIFIED, () => {
    if (--asked === 0 && isUnseen && revealedAt > 0 && !ended) show();
  });
  const late = new Deno.UnsafeCallback(TIMEOUT, () => {
    const due = revealedAt > 0 && performance.now() - revealedAt >= LATE_MS;
    if (due && isUnseen && !ended) show();
    return 0;
  });
  references.push(drawn, late);
  return {
    /** Makes the view invisible; call it when the view is hidden. */
    hide() {
      isUnseen = true;
      revealedAt = 0;
      gtk.gtk_widget_set_opacity(browser, UNSEEN);
    },
    /** Makes the view visible as soon as its page has drawn itself; call it when the view is shown. */
    reveal() {
      if (!isUnseen) return;
      revealedAt = performance.now();
      asked++;
      webkit.webkit_web_view_call_async_javascript_function(
        browser,
        DRAWN,
        -1n,
        null,
        null,
        null,
        null,
        drawn.pointer,
        null,
      );
      glib.g_timeout_add(LATE_MS, late.pointer, null);
    },
    /** Stops all changes; call it before the view is destroyed. */
    end() {
      ended = true;
    },
  };
}

/** Callbacks that GTK holds; this list keeps them from the garbage collector. */
const references: unknown[] = [];
