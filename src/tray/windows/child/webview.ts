import { cString } from "./c_string.ts";
import type { Waker } from "./toolkit.ts";

/** The functions of the webview library (github.com/webview/webview) that macOS and Windows need. */
const SYMBOLS = {
  webview_create: { parameters: ["i32", "pointer"], result: "pointer" },
  webview_destroy: { parameters: ["pointer"], result: "i32" },
  webview_run: { parameters: ["pointer"], result: "i32" },
  /** The window (0), the widget in it (1), or the browser's own object (2). */
  webview_get_native_handle: { parameters: ["pointer", "i32"], result: "pointer" },
  webview_set_title: { parameters: ["pointer", "buffer"], result: "i32" },
  webview_set_size: { parameters: ["pointer", "i32", "i32", "i32"], result: "i32" },
  webview_navigate: { parameters: ["pointer", "buffer"], result: "i32" },
  webview_init: { parameters: ["pointer", "buffer"], result: "i32" },
} as const satisfies Deno.ForeignLibraryInterface;

/** The function that `webview_dispatch` calls: the webview, and what was handed over. */
const DISPATCHED = { parameters: ["pointer", "pointer"], result: "void" } as const;

/** One webview of the library. */
interface LibraryView {
  readonly handle: Deno.PointerObject;
  readonly window: Deno.PointerObject;
  readonly browser: Deno.PointerObject;
  /** Whether it is the first, on whose loop all others run. */
  readonly carriesLoop: boolean;
  /** What is the same on every system. The size is in CSS pixels. */
  load(url: string): void;
  size(width: number, height: number): void;
  retitle(title: string): void;
  destroy(): void;
}

/** The library, as far as it is the same on every system. */
interface WebviewLibrary {
  /** Null when there is no display, or no browser engine. */
  create(): LibraryView | null;
  waker(onWake: () => void): Waker;
  run(): void;
  /** Runs `script` in every page of the view, before the page's own. */
  inject(view: LibraryView, script: string): void;
}

/** Loads the library. Throws the loader's message when it or something it needs is missing. */
export function openWebview(path: string): WebviewLibrary {
  const { symbols } = Deno.dlopen(path, SYMBOLS);
  const references: unknown[] = [];
  let root: LibraryView | null = null;
  return {
    create() {
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
      root ??= view;
      return view;
    },
    waker(onWake) {
      const callback = new Deno.UnsafeCallback(DISPATCHED, onWake);
      references.push(callback);
      return {
        library: path,
        root: Deno.UnsafePointer.value(root!.handle),
        callback: Deno.UnsafePointer.value(callback.pointer),
      };
    },
    run: () => void symbols.webview_run(root!.handle),
    inject: (view, script) => void symbols.webview_init(view.handle, cString(script)),
  };
}
