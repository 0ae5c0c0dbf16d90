import type { WindowShape } from "../protocol.ts";
import { type Area, centred } from "./centre.ts";
import { downloadPath, navigationPolicy } from "./darwin_downloads.ts";
import { addEditMenu } from "./darwin_menu.ts";
import { openObjc } from "./objc.ts";
import { openedOnce } from "./opened_once.ts";
import type { NativeView, Toolkit, ViewEvents } from "./toolkit.ts";
import { openWebview } from "./webview.ts";

/** NSWindowStyleMaskFullSizeContentView */
const FULL_SIZE = 1 << 15;
/** NSWindowTitleHidden */
const TITLE_HIDDEN = 1;
/** NSWindowCollectionBehaviorFullScreenNone */
const NO_FULL_SCREEN = 1 << 9;
/** NSApplicationActivationPolicyAccessory: windows without an icon in the Dock. */
const ACCESSORY = 1;
/** WKNavigationTypeBackForward */
const BACK_FORWARD = 2;
/** Offset of a block's function in bytes: after its class, flags and a reserved field. */
const BLOCK_FUNCTION = 16;
/** NSWindowCloseButton, …MiniaturizeButton, …ZoomButton. */
const BUTTONS = [0, 1, 2];

/** kCGEventSourceStateCombinedSessionState and kCGEventKeyDown. */
const SESSION = 0, KEY_DOWN = 10;

const graphics = openedOnce("/System/Library/Frameworks/CoreGraphics.framework/CoreGraphics", {
  CGEventSourceSecondsSinceLastEventType: { parameters: ["i32", "u32"], result: "f64" },
});

/**
 * Types of `-(…)method:(id)a …:(id)b …:(id)c` without a result, the same with one parameter and with four, and
 * of `-(BOOL)method:(id)a`.
 */
const WITH_ONE = { parameters: ["pointer", "pointer", "pointer"], result: "void" } as const;
const WITH_THREE = {
  parameters: ["pointer", "pointer", "pointer", "pointer", "pointer"],
  result: "void",
} as const;
const WITH_FOUR = {
  parameters: ["pointer", "pointer", "pointer", "pointer", "pointer", "pointer"],
  result: "void",
} as const;
/** The blocks that receive the decision about a navigation, and the place of a download. */
const DECISION = { parameters: ["pointer", "isize"], result: "void" } as const;
const PLACE = { parameters: ["pointer", "pointer"], result: "void" } as const;
const ASKED = { parameters: ["pointer", "pointer", "pointer"], result: "u8" } as const;

/** Returns the function of a block. */
function functionOf<Type extends Deno.ForeignFunction>(block: Deno.PointerValue): Deno.PointerObject<Type> {
  return new Deno.UnsafePointerView(block!).getPointer<Type>(BLOCK_FUNCTION)!;
}

/**
 * Creates windows with AppKit and WKWebView. Throws the loader's message when the library is missing.
 * `webview` and `objc` are replaced in tests.
 */
export function darwinToolkit(library: string, webview = openWebview(library), objc = openObjc()): Toolkit {
  /** Event handlers of each window and each browser view, by its address. */
  const listeners = new Map<bigint, ViewEvents>();
  const references: unknown[] = [];
  let navigation: Deno.PointerValue = null;
  let app: Deno.PointerValue = null;

  const heard = (object: Deno.PointerValue) => listeners.get(Deno.UnsafePointer.value(object));

  function method<const D extends Deno.UnsafeCallbackDefinition>(
    to: Deno.PointerValue,
    name: string,
    types: string,
    native: Deno.UnsafeCallback<D>,
  ) {
    references.push(native);
    objc.addMethod(to, name, native.pointer, types);
  }

  /**
   * Returns the address that a view wants to open; empty for a step back, which would show the page of
   * another window.
   */
  function addressOf(action: Deno.PointerValue): string {
    if (objc.askNumber(action, "navigationType") === BACK_FORWARD) return "";
    return objc.text(objc.send(objc.send(objc.send(action, "request"), "URL"), "absoluteString"));
  }

  /** Whether a navigation is a file that the page offers, such as the output of a run. */
  const isFile = (action: Deno.PointerValue) =>
    objc.takes(action, "shouldPerformDownload") && objc.askBoolean(action, "shouldPerformDownload");

  function decide(block: Deno.PointerValue, policy: bigint) {
    new Deno.UnsafeFnPointer(functionOf<typeof DECISION>(block), DECISION).call(block, policy);
  }

  /** Runs once, after the library has created the application and the first window. */
  function begin(window: Deno.PointerValue) {
    app = objc.send(objc.classNamed("NSApplication"), "sharedApplication");
    objc.sendNumber(app, "setActivationPolicy:", ACCESSORY);
    addEditMenu(objc, app);
    // The library's delegate would let a window close. This method refuses, so the window stays until the
    // host closes it.
    const delegate = objc.send(window, "delegate");
    const delegateClass = objc.classOf(delegate);
    method(
      delegateClass,
      "windowShouldClose:",
      "c@:@",
      new Deno.UnsafeCallback(ASKED, (_self, _name, sender) => (heard(sender)?.onClose(), 0)),
    );
    method(
      delegateClass,
      "windowDidResignKey:",
      "v@:@",
      new Deno.UnsafeCallback(WITH_ONE, (_self, _name, notification) => {
        heard(objc.send(notification, "object"))?.onBlur();
      }),
    );
    // A window looks for the methods of its delegate only when it gets it, and this one got it before.
    objc.sendPointer(window, "setDelegate:", null);
    objc.sendPointer(window, "setDelegate:", delegate);
    const type = objc.newClass("KedgeNavigation");
    method(
      type,
      "webViewWebContentProcessDidTerminate:",
      "v@:@",
      new Deno.UnsafeCallback(WITH_ONE, (_self, _name, view) => heard(view)?.onCrash()),
    );
    method(
      type,
      "webView:decidePolicyForNavigationAction:decisionHandler:",
      "v@:@@@?",
      new Deno.UnsafeCallback(WITH_THREE, (_self, _name, view, action, handler) => {
        const mayOpen = heard(view)?.mayOpen(addressOf(action)) ?? false;
        decide(handler, navigationPolicy(mayOpen, isFile(action)));
      }),
    );
    method(
      type,
      "webView:navigationAction:didBecomeDownload:",
      "v@:@@@",
      new Deno.UnsafeCallback(WITH_THREE, (_self, _name, _view, _action, download) => {
        objc.sendPointer(download, "setDelegate:", navigation);
      }),
    );
    method(
      type,
      "download:decideDestinationUsingResponse:suggestedFilename:completionHandler:",
      "v@:@@@@?",
      new Deno.UnsafeCallback(WITH_FOUR, (_self, _name, _download, _response, name, handler) => {
        const path = downloadPath(objc.text(name));
        const place = path &&
          objc.sendPointer(objc.classNamed("NSURL"), "fileURLWithPath:", objc.string(path));
        new Deno.UnsafeFnPointer(functionOf<typeof PLACE>(handler), PLACE).call(handler, place || null);
      }),
    );
    navigation = objc.send(type, "new");
  }

  /**
   * Returns what menu bar and Dock leave of the screen with the pointer; null when there is no screen. Here y
   * grows upwards.
   */
  function workArea(): Area | null {
    const { x, y } = objc.askPoint(objc.classNamed("NSEvent"), "mouseLocation");
    const screens = objc.send(objc.classNamed("NSScreen"), "screens");
    const all = Array.from(
      { length: objc.askNumber(screens, "count") },
      (_, at) => objc.sendNumber(screens, "objectAtIndex:", at),
    );
    const screen = all.find((screen) => {
      const area = objc.askArea(screen, "frame");
      return x >= area.x && x < area.x + area.width && y > area.y && y <= area.y + area.height;
    }) ?? all[0];
    return screen ? objc.askArea(screen, "visibleFrame") : null;
  }

  /** Puts a window into the middle of the screen with the pointer. */
  function centre(window: Deno.PointerValue) {
    const area = workArea();
    if (!area) return;
    const { x, y } = centred({ ...area, y: 0 }, objc.askArea(window, "frame"));
    objc.sendPoint(window, "setFrameTopLeftPoint:", x, area.y + area.height - y);
  }

  return {
    create(events) {
      const view = webview.create();
      if (!view) return null;
      const { window, browser } = view;
      if (!app) begin(window);
      objc.sendPointer(browser, "setNavigationDelegate:", navigation);
      for (const object of [window, browser]) listeners.set(Deno.UnsafePointer.value(object), events);
      // Without this setting, Tab moves only between text fields. It exists since macOS 12.3.
      const preferences = objc.send(objc.send(browser, "configuration"), "preferences");
      if (objc.takes(preferences, "setTabFocusesLinks:")) {
        objc.sendBoolean(preferences, "setTabFocusesLinks:", true);
      }
      // The library sets a window's style with its size, and AppKit ends a program that changes the style of
      // a full-screen window in this way.
      objc.sendNumber(window, "setCollectionBehavior:", NO_FULL_SCREEN);
      objc.sendPointer(window, "orderOut:", null);
      let shown = false;
      // `destroy` is absent: the library's waits for the main queue, which serves nothing else while an order
      // is obeyed in it, so it would never return.
      return {
        hasKeys: () => objc.askBoolean(window, "isKeyWindow"),
        load: view.load,
        zoom: (zoom) => objc.sendDouble(browser, "setPageZoom:", zoom),
        retitle: view.retitle,
        shape({ title, width, height, frameless }: WindowShape) {
          view.retitle(title);
          const style = objc.askNumber(window, "styleMask");
          const wanted = frameless ? style | FULL_SIZE : style & ~FULL_SIZE;
          // A style that is set anew may take the focus from the page.
          if (wanted !== style) objc.sendNumber(window, "setStyleMask:", wanted);
          objc.sendBoolean(window, "setTitlebarAppearsTransparent:", frameless);
          objc.sendNumber(window, "setTitleVisibility:", frameless ? TITLE_HIDDEN : 0);
          for (const button of BUTTONS) {
            objc.sendBoolean(
              objc.sendNumber(window, "standardWindowButton:", button),
              "setHidden:",
              frameless,
            );
          }
          const before = objc.askArea(window, "frame");
          // The library would centre the window.
          objc.sendPoint(window, "setContentSize:", width, height);
          // AppKit keeps the lower left corner.
          objc.sendPoint(window, "setFrameTopLeftPoint:", before.x, before.y + before.height);
        },
        showQuietly() {
          // A program without an icon in the Dock has no icon that could bounce, so the window itself must be
          // visible. It comes to the front without becoming the key window.
          if (!shown) centre(window);
          objc.send(window, "orderFrontRegardless");
          shown = true;
        },
        show(position) {
          if (position === "centre" || !shown) centre(window);
          shown = true;
          objc.sendBoolean(app, "activateIgnoringOtherApps:", true);
          // A minimised window appears only by this call.
          objc.sendPointer(window, "deminiaturize:", null);
          objc.sendPointer(window, "makeKeyAndOrderFront:", null);
          objc.sendPointer(window, "makeFirstResponder:", browser);
        },
        hide() {
          shown = false;
          objc.sendPointer(window, "orderOut:", null);
        },
      } satisfies NativeView;
    },
    // AppKit follows the system by itself.
    setDark: () => {},
    sinceKey: () => graphics().CGEventSourceSecondsSinceLastEventType(SESSION, KEY_DOWN) * 1000,
    input: { by: "thread", waker: webview.waker },
    run: webview.run,
    // The process ends when its standard input ends.
    endWithParent: () => {},
  };
}
