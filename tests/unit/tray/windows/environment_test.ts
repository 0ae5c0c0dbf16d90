import assert from "node:assert/strict";
import { environmentOf } from "../../../../src/tray/windows/environment.ts";
import { libraryName } from "../../../../src/tray/windows/library.ts";
import { crashProblem, problemOf } from "../../../../src/tray/windows/problems.ts";

Deno.test("environmentOf() makes WebKitGTK cheap, unless the user set it otherwise", () => {
  const { GSK_RENDERER, WEBKIT_DISABLE_COMPOSITING_MODE, GDK_DEBUG, DISPLAY } = environmentOf(
    { DISPLAY: ":0", GSK_RENDERER: "ngl" },
    "linux",
  );
  assert.deepEqual(
    [GSK_RENDERER, WEBKIT_DISABLE_COMPOSITING_MODE, GDK_DEBUG, DISPLAY],
    ["ngl", "1", "gl-disable", ":0"],
  );
  for (const os of ["darwin", "windows"] as const) {
    assert.deepEqual(environmentOf({ HOME: "/u" }, os), { HOME: "/u", KEDGE_CHILD: "windows" });
  }
});

Deno.test("environmentOf() keeps credentials from the windows' process", () => {
  const host = {
    HOME: "/u",
    AWS_SECRET_ACCESS_KEY: "s",
    AWS_PROFILE: "p",
    PGPASSWORD: "s",
    GITHUB_TOKEN: "s",
    MY_SECRET: "s",
    DB_PASSWORD: "s",
  };
  assert.deepEqual(environmentOf(host, "darwin"), { HOME: "/u", KEDGE_CHILD: "windows" });
});

Deno.test("libraryName() needs none on Linux, where WebKitGTK is used itself", () => {
  assert.deepEqual(
    [libraryName("linux"), libraryName("darwin"), libraryName("windows")],
    [null, "libwebview.dylib", "libwebview.dll"],
  );
});

Deno.test("problemOf() says what is missing and what to install", () => {
  const missing =
    "Could not open library: libwebkitgtk-6.0.so.4: cannot open shared object file: No such file";
  const linux = problemOf({ type: "failed", reason: "library", message: missing }, "linux");
  assert.equal(linux.code, "no-webview");
  assert.equal(linux.message, "Kedge cannot open windows: libwebkitgtk-6.0.so.4 is not installed.");
  assert.match(linux.hint, /libwebkitgtk-6\.0-4 on Debian.*kedge --browser$/);
  const windows = problemOf({ type: "failed", reason: "library", message: "0x8007" }, "windows");
  assert.match(windows.hint, /WebView2 runtime.*kedge --browser$/);
  const display = problemOf({ type: "failed", reason: "display", message: "" }, "linux");
  assert.match(display.message, /there is no display/);
  const browser = problemOf({ type: "failed", reason: "display", message: "there is no display" }, "windows");
  assert.match(browser.message, /WebView2 runtime did not start/);
  assert.match(browser.hint!, /Install the WebView2 runtime/);
});

Deno.test("crashProblem() offers the browser as well", () => {
  const { code, message, hint } = crashProblem(
    "a warning\n** (kedge:7): ERROR **: 23:59:34.176: Out of memory.\n",
  );
  assert.equal(code, "no-webview");
  assert.match(message, /crashed twice: Out of memory\.$/);
  assert.match(hint, /kedge --browser/);
});

Deno.test("crashProblem() knows a sandbox that does not start", () => {
  const said =
    "** (kedge:1): ERROR **: 1:2:3.4: Failed to fully launch dbus-proxy: Child process exited with code 1";
  const { message, hint } = crashProblem(said);
  assert.match(message, /could not start its sandbox/);
  assert.match(hint, /bwrap --dev-bind/);
});
