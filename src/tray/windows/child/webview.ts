import { cString } from "./c_string.ts";
import type { Waker } from "./toolkit.ts";

/** Functions of the webview library (github.com/webview/webview) for macOS and Windows. */
const SYMBOLS = {
  webview_create: { parameters: ["i32", "pointer"], result: "pointer" },
  webview_destroy: { parameters: ["pointer"], result: "i32" },
  webview_run: { parameters: ["pointer"], result: "i32" },
  /** Kind of handle: 0 for the window, 1 for the widget in it, 2 for the browser object. */
  webview_get_native_handle: { parameters: ["pointer", "i32"], result: "pointer" },
  webview_set_title: { parameters: ["pointer", "buffer"], result: "i32" },
  webview_set_size: { parameters: ["pointer", "i32", "i32", "i32"], result: "i32" },
  webview_navigate: { parameters: ["pointer", "buffer"], result: "i32" },
  webview_init: { parameters: ["pointer", "buffer"], result: "i32" },
} as const satisfies Deno.ForeignLibraryInterface;

/** The callback of `webview_dispatch`. Its parameters are the webview and the argument of the dispatch. */
const DISPATCHED = { parameters: ["pointer", "pointer"], result: "void" } as const;

/** One webview of the library. */
interface LibraryView {
  readonly handle: Deno.PointerObject;
  readonly window: Deno.PointerObject;
  readonly browser: Deno.PointerObject;
  /** Whether this is the first view, whose loop serves all others. */
  readonly carriesLoop: boolean;
  /** Functions that work the same on every system. The size is in CSS pixels. */
  load(url: string): void;
  size(width: number, height: number): void;
  retitle(title: string): void;
  destroy(): void;
}

/**
 * Loads the functions of the library that work the same on every system. Throws the loader's message when the
 * library or one of its dependencies is missing.
 */
export function openWebview(path: string) {
  const { symbols } = Deno.dlopen(path, SYMBOLS);
  const references: unknown[] = [];
  let root: LibraryView | null = null;
  return {
    /** Creates a view; null when there is no display or no browser engine. */
    create(): LibraryView | null {
      const handle = symbols.webview_create(0, null);
      const window = handle && symbols.webview_get_native_handle(handle, 0);
      const browser = handle && symbols.webview_get_native_handle(handle, 2);
      if (!handle || !window || !browser) return null;
      const view: LibraryView = {
        handle,
        window,
        browser,
        carriesLoop: root === null,
        load: (url) => void symbols.webview_navigate(handle, cString(url)),
        retitle: (title) => void symbols.webview_set_title(handle, cString(title)),
        size: (width, height) => void symbols.webview_set_size(handle, width, height, 0),
        destroy: () => void symbols.webview_destroy(handle),
      };
      // The library gives each window a size of its own later, and its style, unless it was told one.
      view.size(640, 480);
      root ??= view;
      return view;
    },
    waker(onWake: () => void): Waker {
      const callback = new Deno.UnsafeCallback(DISPATCHED, onWake);
      references.push(callback);
      return {
        library: path,
        root: Deno.UnsafePointer.value(root!.handle),
        callback: Deno.UnsafePointer.value(callback.pointer),
      };
    },
    run: () => void symbols.webview_run(root!.handle),
    /** Runs `script` in every page of the view, before the page's own scripts. */
    inject: (view: LibraryView, script: string) => void symbols.webview_init(view.handle, cString(script)),
  };
}
