/**
 * The windows' process of macOS and Windows, run on Linux: the webview library makes the windows,
 * and GTK does what those systems do by their own calls. Argument: the library's file.
 */
import { runWindowsChild } from "../../../src/tray/windows/child/main.ts";
import type { NativeView, Toolkit } from "../../../src/tray/windows/child/toolkit.ts";
import { openWebview } from "../../../src/tray/windows/child/webview.ts";

await runWindowsChild(Deno.args, (library): Toolkit => {
  const webview = openWebview(library);
  const { symbols: gtk } = Deno.dlopen("libgtk-4.so.1", {
    gtk_window_present: { parameters: ["pointer"], result: "void" },
    gtk_widget_set_visible: { parameters: ["pointer", "i32"], result: "void" },
  });
  return {
    create() {
      const view = webview.create();
      if (!view) return null;
      const { window } = view;
      webview.inject(view, `document.documentElement.dataset.injected = "yes";`);
      gtk.gtk_widget_set_visible(window, 0);
      return {
        load: view.load,
        shape({ title, width, height }) {
          view.retitle(title);
          view.size(width, height);
        },
        retitle: view.retitle,
        showQuietly: () => gtk.gtk_widget_set_visible(window, 1),
        show: () => gtk.gtk_window_present(window),
        hide: () => gtk.gtk_widget_set_visible(window, 0),
        ...(view.carriesLoop ? {} : { destroy: view.destroy }),
      } satisfies NativeView;
    },
    setDark: () => {},
    input: { by: "thread", waker: webview.waker },
    run: webview.run,
    endWithParent: () => {},
  };
});
