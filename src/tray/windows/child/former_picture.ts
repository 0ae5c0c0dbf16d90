import { cString } from "./c_string.ts";
import type { openGtk } from "./gtk.ts";

const TIMEOUT = { parameters: ["pointer"], result: "i32" } as const;
const FINISHED = { parameters: ["pointer", "pointer", "pointer"], result: "void" } as const;

/** An opacity that is not seen and still drawn: WebKit stops drawing a page whose pictures are not used. */
const UNSEEN = 1 / 255;

/** A page that draws nothing for so long, in ms, is shown as it is. */
const LATE_MS = 5000;

/** Ends when the page has drawn itself: a page that is hidden has no frames, and the first one is drawn before the timer. */
const DRAWN = cString("await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))");

/** Keeps the last picture of a hidden view from being seen when it is shown as another window. */
interface FormerPicture {
  /** The view was hidden: nothing is seen of it. */
  hide(): void;
  /** The view was shown: it is seen when its page has drawn itself. */
  reveal(): void;
  /** The view is about to be destroyed. */
  end(): void;
}

/** Makes it. WebKit keeps a view's picture for a while, and draws it until the page of the next window has made one. */
export function createFormerPicture(
  { gtk, webkit, glib }: Pick<ReturnType<typeof openGtk>, "gtk" | "webkit" | "glib">,
  browser: Deno.PointerValue,
): FormerPicture {
  let isUnseen = false, ended = false;
  /** Pages that were asked, and have not answered. */
  let asked = 0;
  let revealedAt = 0;
  const show = () => {
    isUnseen = false;
    gtk.gtk_widget_set_opacity(browser, 1);
  };
  const drawn = new Deno.UnsafeCallback(FINISHED, () => {
    if (--asked === 0 && isUnseen && revealedAt > 0 && !ended) show();
  });
  const late = new Deno.UnsafeCallback(TIMEOUT, () => {
    const due = revealedAt > 0 && performance.now() - revealedAt >= LATE_MS;
    if (due && isUnseen && !ended) show();
    return 0;
  });
  references.push(drawn, late);
  return {
    hide() {
      isUnseen = true;
      revealedAt = 0;
      gtk.gtk_widget_set_opacity(browser, UNSEEN);
    },
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
    end() {
      ended = true;
    },
  };
}

/** Callbacks that GTK holds: kept from the collector. */
const references: unknown[] = [];
