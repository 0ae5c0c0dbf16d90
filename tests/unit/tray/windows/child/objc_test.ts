import assert from "node:assert/strict";

/** Every message that Kedge sends on macOS, as declared in Apple's headers. */
const DECLARED: readonly (readonly [header: string, declaration: string])[] = [
  ["AppKit/NSApplication.h", "+ (NSApplication *)sharedApplication"],
  ["AppKit/NSApplication.h", "- (BOOL)setActivationPolicy:(NSInteger)"],
  ["AppKit/NSApplication.h", "- (void)setMainMenu:(id)"],
  ["AppKit/NSApplication.h", "- (void)activateIgnoringOtherApps:(BOOL)"],
  ["AppKit/NSMenu.h", "- (instancetype)initWithTitle:(id)"],
  ["AppKit/NSMenu.h", "- (id)addItemWithTitle:(id)action:(SEL)keyEquivalent:(id)"],
  ["AppKit/NSMenu.h", "- (void)addItem:(id)"],
  ["AppKit/NSMenuItem.h", "- (void)setSubmenu:(id)"],
  ["AppKit/NSWindow.h", "- (id)delegate"],
  ["AppKit/NSWindow.h", "- (void)setDelegate:(id)"],
  ["AppKit/NSWindow.h", "- (NSRect)frame"],
  ["AppKit/NSWindow.h", "- (void)setContentSize:(NSSize)"],
  ["AppKit/NSWindow.h", "- (void)setFrameTopLeftPoint:(NSPoint)"],
  ["AppKit/NSWindow.h", "- (void)orderFrontRegardless"],
  ["AppKit/NSWindow.h", "- (BOOL)isKeyWindow"],
  ["AppKit/NSWindow.h", "- (void)orderOut:(id)"],
  ["AppKit/NSWindow.h", "- (void)deminiaturize:(id)"],
  ["AppKit/NSWindow.h", "- (void)makeKeyAndOrderFront:(id)"],
  ["AppKit/NSWindow.h", "- (BOOL)makeFirstResponder:(id)"],
  ["AppKit/NSWindow.h", "- (NSUInteger)styleMask"],
  ["AppKit/NSWindow.h", "- (void)setStyleMask:(NSUInteger)"],
  ["AppKit/NSWindow.h", "- (void)setCollectionBehavior:(NSUInteger)"],
  ["AppKit/NSWindow.h", "- (void)setTitlebarAppearsTransparent:(BOOL)"],
  ["AppKit/NSWindow.h", "- (void)setTitleVisibility:(NSInteger)"],
  ["AppKit/NSWindow.h", "- (id)standardWindowButton:(NSUInteger)"],
  ["AppKit/NSView.h", "- (void)setHidden:(BOOL)"],
  ["AppKit/NSEvent.h", "+ (NSPoint)mouseLocation"],
  ["AppKit/NSScreen.h", "+ (id)screens"],
  ["AppKit/NSScreen.h", "- (NSRect)visibleFrame"],
  ["Foundation/NSArray.h", "- (NSUInteger)count"],
  ["Foundation/NSArray.h", "- (id)objectAtIndex:(NSUInteger)"],
  ["Foundation/NSNotification.h", "- (id)object"],
  ["Foundation/NSURLRequest.h", "- (id)URL"],
  ["Foundation/NSURL.h", "- (id)absoluteString"],
  ["Foundation/NSURL.h", "+ (id)fileURLWithPath:(id)"],
  ["Foundation/NSString.h", "- (const char *)UTF8String"],
  ["Foundation/NSString.h", "+ (instancetype)stringWithUTF8String:(const char *)"],
  ["WebKit/WKNavigationAction.h", "- (NSInteger)navigationType"],
  ["WebKit/WKNavigationAction.h", "- (id)request"],
  ["WebKit/WKNavigationAction.h", "- (BOOL)shouldPerformDownload"],
  ["WebKit/WKWebView.h", "- (void)setNavigationDelegate:(id)"],
  ["WebKit/WKWebView.h", "- (id)configuration"],
  ["WebKit/WKWebView.h", "- (void)setPageZoom:(CGFloat)"],
  ["WebKit/WKWebViewConfiguration.h", "- (id)preferences"],
  ["WebKit/WKPreferences.h", "- (void)setTabFocusesLinks:(BOOL)"],
  ["objc/NSObject.h", "- (BOOL)respondsToSelector:(SEL)"],
  ["objc/NSObject.h", "+ (instancetype)alloc"],
  ["objc/NSObject.h", "+ (instancetype)new"],
];

/** The methods that the system calls, as declared. */
const ANSWERED: readonly (readonly [header: string, selector: string, types: string])[] = [
  ["AppKit/NSWindow.h", "windowShouldClose:", "c@:@"],
  ["AppKit/NSWindow.h", "windowDidResignKey:", "v@:@"],
  ["WebKit/WKNavigationDelegate.h", "webViewWebContentProcessDidTerminate:", "v@:@"],
  ["WebKit/WKNavigationDelegate.h", "webView:decidePolicyForNavigationAction:decisionHandler:", "v@:@@@?"],
  ["WebKit/WKNavigationDelegate.h", "webView:navigationAction:didBecomeDownload:", "v@:@@@"],
  [
    "WebKit/WKDownloadDelegate.h",
    "download:decideDestinationUsingResponse:suggestedFilename:completionHandler:",
    "v@:@@@@?",
  ],
];

type Passed = "pointer" | "number" | "boolean" | "double" | "point" | "area";

/**
 * How each function passes the arguments after the selector, and how it reads the result; null: it
 * ignores the result.
 */
const SENDS: Record<string, { readonly passes: readonly Passed[]; readonly gives: Passed | "any" }> = {
  send: { passes: [], gives: "any" },
  sendPointer: { passes: ["pointer"], gives: "any" },
  sendPointers: { passes: ["pointer", "pointer", "pointer"], gives: "any" },
  sendText: { passes: ["pointer"], gives: "pointer" },
  sendNumber: { passes: ["number"], gives: "any" },
  sendBoolean: { passes: ["boolean"], gives: "any" },
  sendDouble: { passes: ["double"], gives: "any" },
  sendPoint: { passes: ["point"], gives: "any" },
  askPoint: { passes: [], gives: "point" },
  askArea: { passes: [], gives: "area" },
  askNumber: { passes: [], gives: "number" },
  askBoolean: { passes: [], gives: "boolean" },
  askAbout: { passes: ["pointer"], gives: "boolean" },
};

const kindOf = (type: string): Passed =>
  /^NS(Point|Size)$/.test(type)
    ? "point"
    : type === "NSRect"
    ? "area"
    : /^NSU?Integer$/.test(type)
    ? "number"
    : type === "BOOL"
    ? "boolean"
    : type === "CGFloat"
    ? "double"
    : "pointer";

function read(declaration: string) {
  const [, result, rest] = /^[+-] \((.+?)\)(.*)$/.exec(declaration)!;
  return {
    selector: rest!.replaceAll(/\(.*?\)/g, ""),
    passes: [...rest!.matchAll(/\((.*?)\)/g)].map(([, type]) => kindOf(type!)),
    gives: kindOf(result!),
  };
}

const KNOWN = new Map(DECLARED.map(([, declaration]) => {
  const known = read(declaration);
  return [known.selector, known];
}));

/**
 * Returns the calls of those functions in a source, each with its second argument if it is a
 * literal.
 */
function calls(source: string): { readonly name: string; readonly selector: string }[] {
  const found = [];
  for (const match of source.matchAll(/\b(?:objc|symbols)\.(send\w*|ask\w*|takes)\(/g)) {
    let depth = 0, argument = "", at = match.index + match[0].length;
    for (let comma = 0; depth >= 0 && comma < 2; at++) {
      const letter = source[at]!;
      if ("([{".includes(letter)) depth++;
      if (")]}".includes(letter)) depth--;
      if (letter === "," && depth === 0) comma++;
      else if (comma === 1 && depth >= 0) argument += letter;
    }
    const selector = /^\s*(?:selector\()?"([^"]+)"\)?\s*$/.exec(argument)?.[1];
    if (selector) found.push({ name: match[1]!, selector });
  }
  return found;
}

const FOLDER = new URL("../../../../../src/tray/windows/child/", import.meta.url);
const sources = ["darwin.ts", "darwin_menu.ts", "objc.ts"]
  .map((file) => Deno.readTextFileSync(new URL(file, FOLDER)));
const sent = sources.flatMap(calls);

Deno.test("macOS is sent only messages that Apple's headers declare, with arguments of their types", () => {
  const wrong = sent.flatMap(({ name, selector }) => {
    if (name === "takes") return KNOWN.has(selector) ? [] : [`${selector} is declared nowhere`];
    const known = KNOWN.get(selector), way = SENDS[name];
    if (!known || !way) return [`${name} ${selector} is declared nowhere`];
    const fits = known.passes.join() === way.passes.join() &&
      (way.gives === "any" || way.gives === known.gives);
    // A floating-point result is returned in another register than the one that the functions read.
    return fits && known.gives !== "double" ? [] : [`${name} does not fit ${selector}`];
  });
  assert.deepEqual(wrong, []);
});

Deno.test("each declaration of the table is of a message that is sent", () => {
  const used = new Set(sent.map(({ selector }) => selector));
  assert.deepEqual([...KNOWN.keys()].filter((selector) => !used.has(selector)), []);
});

Deno.test("the methods that macOS calls have the types that Apple's headers declare", () => {
  const added = [...sources[0]!.matchAll(/method\(\s*\w+,\s*"([\w:]+)",\s*"([^"]+)"/g)].map((
    [, name, types],
  ) => `${name} ${types}`);
  assert.deepEqual(added, ANSWERED.map(([, selector, types]) => `${selector} ${types}`));
});
