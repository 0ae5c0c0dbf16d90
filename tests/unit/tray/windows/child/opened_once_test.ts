import { deepEqual, equal } from "node:assert/strict";
import { openedOnce } from "../../../../../src/tray/windows/child/opened_once.ts";
import { readSources } from "../../../../support/house/sources.ts";

const LIBC = { linux: "libc.so.6", darwin: "libSystem.dylib" }[Deno.build.os as string];

Deno.test("openedOnce() opens a library with its first use, and only once", { ignore: !LIBC }, () => {
  const library = openedOnce(LIBC!, { getpid: { parameters: [], result: "i32" } });
  equal(library().getpid(), Deno.pid);
  equal(library(), library());
  openedOnce("no such library", {});
});

/** Files that open a library themselves, and why they do so only once in a process. */
const OPENING: Readonly<Record<string, string>> = {
  "src/core/keychain/advapi32.ts": "the keychain keeps what it has opened",
  "src/core/platform/ancestors/darwin.ts": "it keeps what it has opened",
  "src/core/platform/ancestors/windows.ts": "it keeps what it has opened",
  "src/core/platform/file_in_use.ts": "it keeps what it has opened",
  "src/core/platform/private_environment.ts": "the environment is hidden once",
  "src/core/platform/registry.ts": "it keeps what it has opened",
  "src/core/platform/peer/diag.ts": "it keeps what it has opened",
  "src/core/platform/peer/prlimit.ts": "it keeps what it has opened",
  "src/core/platform/peer/windows.ts": "it closes what it has opened",
  "src/core/platform/peer/unix.ts": "it keeps what it has opened",
  "src/core/platform/runtime_variables.ts": "the environment is cleaned once",
  "src/core/platform/terminals/console.ts": "it keeps what it has opened",
  "src/tray/clipboard/user32.ts": "the clipboard keeps what it has opened",
  "src/tray/notifications/windows.ts": "the notifier keeps what it has opened",
  "src/core/platform/watch/inotify.ts": "it keeps what it has opened",
  "src/core/platform/sandbox.ts": "--doctor asks once, and closes it",
  "src/tray/shortcut/darwin.ts": "a backend lives as long as Kedge",
  "src/tray/shortcut/windows.ts": "a backend lives as long as Kedge",
  "src/tray/windows/child/gl.ts": "the process begins with it",
  "src/tray/windows/child/gtk.ts": "the toolkit is made once",
  "src/tray/windows/child/end_with_parent.ts": "the process begins with it",
  "src/tray/windows/child/objc.ts": "the toolkit is made once",
  "src/tray/windows/child/opened_once.ts": "it keeps what it has opened",
  "src/tray/windows/child/reader.ts": "the reading thread begins with it",
  "src/tray/windows/child/webview.ts": "the toolkit is made once",
  "src/tray/windows/child/windows.ts": "the toolkit is made once",
};

Deno.test("a library is opened where that happens once in a process, else by openedOnce()", async () => {
  const opening = (await readSources("src")).filter(({ code }) => /Deno\.dlopen\(/.test(code));
  deepEqual(opening.map(({ path }) => path).sort(), Object.keys(OPENING).sort());
});
