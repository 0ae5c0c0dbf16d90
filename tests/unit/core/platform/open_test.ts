import { deepEqual, equal } from "node:assert/strict";
import { mayHoldKey } from "../../../../src/core/platform/browser/mod.ts";
import { darwin } from "../../../../src/core/platform/darwin.ts";
import { editorCommand } from "../../../../src/core/platform/editor.ts";
import { linux } from "../../../../src/core/platform/linux.ts";
import { openInBrowser } from "../../../../src/core/platform/mod.ts";
import { windows } from "../../../../src/core/platform/windows.ts";

const W = { SystemRoot: "D:\\Win" };

Deno.test("openAddress(), openText() and openFolder() are one program and its arguments", () => {
  const url = "https://example.com/?a=1&b=%20;$(x)";
  deepEqual(linux.openAddress(url, {}), ["xdg-open", url]);
  deepEqual(darwin.openAddress(url, {}), ["/usr/bin/open", url]);
  deepEqual(windows.openAddress(url, W), [
    "D:\\Win\\System32\\rundll32.exe",
    "url.dll,FileProtocolHandler",
    url,
  ]);
  deepEqual(linux.openText("/a b", {}), ["xdg-open", "/a b"]);
  deepEqual(darwin.openText("/a b", {}), ["/usr/bin/open", "-t", "/a b"]);
  deepEqual(windows.openText("C:\\a b", W), ["D:\\Win\\System32\\notepad.exe", "C:\\a b"]);
  deepEqual(windows.openFolder("C:\\a b", W), ["D:\\Win\\explorer.exe", "C:\\a b"]);
});

Deno.test("openQuietly() names an address where other users cannot read it, or says that it cannot", () => {
  const url = 'https://example.com/?a="b"#c\\d';
  equal(linux.openQuietly(url, {}), null);
  deepEqual(darwin.openQuietly(new URL(url).href, {}), {
    command: ["/usr/bin/osascript"],
    input: 'open location "https://example.com/?a=%22b%22#c%5Cd"\n',
  });
  deepEqual(windows.openQuietly(url, W)?.command.at(-1), url);
});

const KEYS: [address: string, mayHoldKey: boolean][] = [
  ["https://example.com/docs/start", false],
  ["https://example.com/docs?key=1", true],
  ["https://example.com/docs#key", true],
  ["https://key@example.com/", true],
  ["https://:key@example.com/", true],
  ["http://127.0.0.1:4000/open/key", true],
];
for (const [address, expected] of KEYS) {
  Deno.test(`mayHoldKey() of ${address} is ${expected}`, () => equal(mayHoldKey(new URL(address)), expected));
}

Deno.test("openInBrowser() refuses what is not http or https", async () => {
  for (
    const address of ["file:///etc/passwd", "javascript:alert(1)", "vscode://x", "/etc/passwd", "", "-x"]
  ) {
    const opened = await openInBrowser(address);
    equal(opened.ok, false, address);
  }
});

const EDITORS: [env: Record<string, string>, expected: string[] | null][] = [
  [{}, null],
  [{ EDITOR: "vi" }, null],
  [{ EDITOR: "emacs -nw" }, null],
  [{ EDITOR: "code" }, ["code", "--goto", "/a b:3:7"]],
  [{ VISUAL: "code --wait", EDITOR: "vi" }, ["code", "--wait", "--goto", "/a b:3:7"]],
  [{ VISUAL: "vi", EDITOR: "subl -w" }, ["subl", "-w", "/a b:3:7"]],
  [{ VISUAL: '"/opt/Go Land/bin/goland.sh"' }, [
    "/opt/Go Land/bin/goland.sh",
    "--line",
    "3",
    "--column",
    "7",
    "/a b",
  ]],
  [{ VISUAL: "kate" }, ["kate", "-l", "3", "-c", "7", "/a b"]],
  [{ VISUAL: "gvim" }, ["gvim", "+3", "/a b"]],
  [{ VISUAL: "gedit" }, ["gedit", "+3:7", "/a b"]],
];

for (const [env, expected] of EDITORS) {
  Deno.test(`editorCommand() with ${JSON.stringify(env)} gives ${JSON.stringify(expected)}`, () => {
    deepEqual(editorCommand(linux, env, "/a b", { line: 3, column: 7 }), expected);
  });
}

Deno.test("editorCommand() opens the file alone when no line is known", () => {
  deepEqual(editorCommand(linux, { VISUAL: "code" }, "/a", {}), ["code", "/a"]);
});

Deno.test("editorCommand() knows an editor by its Windows file name", () => {
  const env = { visual: '"C:\\Program Files\\Code\\bin\\code.cmd"' };
  deepEqual(editorCommand(windows, env, "C:\\a", { line: 2 }), [
    "C:\\Program Files\\Code\\bin\\code.cmd",
    "--goto",
    "C:\\a:2:1",
  ]);
});

Deno.test("sessionType() tells Wayland, X11 and no display apart", () => {
  equal(linux.sessionType({ WAYLAND_DISPLAY: "wayland-0", DISPLAY: ":0" }), "wayland");
  equal(linux.sessionType({ XDG_SESSION_TYPE: "wayland" }), "wayland");
  equal(linux.sessionType({ DISPLAY: ":0", XDG_SESSION_TYPE: "x11" }), "x11");
  equal(linux.sessionType({}), "none");
  equal(darwin.sessionType({}), "native");
  equal(windows.sessionType({}), "native");
});

Deno.test("killTree() ends the process group, and the tree by taskkill on Windows", () => {
  deepEqual(linux.killTree(42, {}), { group: -42 });
  deepEqual(darwin.killTree(42, {}), { group: -42 });
  deepEqual(windows.killTree(42, W), {
    command: ["D:\\Win\\System32\\taskkill.exe", "/T", "/F", "/PID", "42"],
  });
});

Deno.test("webview() asks for the library, the registry or nothing, and names what to install", () => {
  const gtk = linux.webview({});
  equal("library" in gtk && gtk.library, "libwebkitgtk-6.0.so.4");
  equal(gtk.hint.includes("libwebkitgtk-6.0-4"), true);
  const edge = windows.webview(W);
  deepEqual("command" in edge && edge.command.slice(0, 2), ["D:\\Win\\System32\\reg.exe", "query"]);
  equal(edge.hint.includes("WebView2"), true);
  equal("builtIn" in darwin.webview({}), true);
});
