/** Kedge's functions for the desktop of Windows; run only by `deno task windows`. */
import { deepEqual, equal, match } from "node:assert/strict";
import { openRegistry, textOf } from "../../src/core/platform/registry.ts";
import { parseShortcut } from "../../src/core/config/mod.ts";
import { windowsLinkHandler } from "../../src/tray/link_handler/windows.ts";
import { windowsLoginItem } from "../../src/tray/login_item/windows.ts";
import type { LaunchCommand } from "../../src/tray/login_item/text.ts";
import { createWindowsBackend } from "../../src/tray/shortcut/windows.ts";
import { createSystray } from "../../src/tray/systray/mod.ts";
import { wide } from "../../src/core/platform/wide.ts";
import { waitFor } from "../desktop/harness/wait.ts";
import { testFolder } from "../support/folder.ts";

const COMMAND: LaunchCommand = ["C:\\Users\\Łukasz Größe\\kedge.exe", "--home=C:\\日本\\", '"quoted"'];
const RUN = "Software\\Microsoft\\Windows\\CurrentVersion\\Run";
const LINKS = "Software\\Classes\\kedge";

Deno.test("windowsLoginItem() writes, reads and removes the user's Run key", async () => {
  const item = windowsLoginItem(COMMAND, openRegistry);
  await item.set(false);
  equal(await item.state(), "off");
  await item.set(true);
  equal(await item.state(), "on");
  equal(textOf(openRegistry().read(RUN, "Kedge"))?.startsWith('"C:\\Users\\Łukasz Größe\\kedge.exe" '), true);
  equal(await windowsLoginItem(["C:\\other.exe"], openRegistry).state(), "other");
  await item.set(false);
  equal(await item.state(), "off");
});

Deno.test("windowsLinkHandler() makes kedge:// lead to Kedge, and leaves nothing behind", async () => {
  const handler = windowsLinkHandler(COMMAND, openRegistry);
  const read = (key: string, name: string) => textOf(openRegistry().read(`${LINKS}${key}`, name));
  await handler.set(false);
  equal(read("", "URL Protocol"), null);
  await handler.set(true);
  equal(read("", ""), "URL:Kedge");
  equal(read("", "URL Protocol"), "");
  match(read("\\shell\\open\\command", "") ?? "", /^"C:\\Users\\Łukasz Größe\\kedge\.exe" .*"%1"$/);
  await handler.set(false);
  for (const key of ["", "\\shell\\open\\command"]) equal(read(key, ""), null);
});

const KEYS = { keybd_event: { parameters: ["u8", "u8", "u32", "usize"], result: "void" } } as const;
const CONTROL = 0x11, ALT = 0x12, K = 0x4b, UP = 2;

Deno.test("createWindowsBackend() hears its keys once a press, and tells of keys that are taken", async () => {
  const user32 = Deno.dlopen("user32.dll", KEYS);
  let presses = 0;
  const events = {
    purpose: { id: "palette", description: "" },
    onPress: () => presses++,
    onChange: () => {},
  };
  const backend = createWindowsBackend(events),
    other = createWindowsBackend({ ...events, onPress: () => {} });
  try {
    const parsed = parseShortcut("Ctrl+Alt+K");
    const keys = parsed.ok ? parsed.shortcut : null;
    deepEqual(await backend.bind(keys), { ok: true });
    equal((await other.bind(keys)).ok, false);
    for (const wanted of [1, 2]) {
      for (const key of [CONTROL, ALT, K]) user32.symbols.keybd_event(key, 0, 0, 0n);
      for (const key of [K, ALT, CONTROL]) user32.symbols.keybd_event(key, 0, UP, 0n);
      await waitFor(`press ${wanted}`, () => presses >= wanted);
    }
    equal(presses, 2);
    await backend.stop();
    deepEqual(await other.bind(keys), { ok: true });
  } finally {
    await backend.stop();
    await other.stop();
    user32.close();
  }
});

const WINDOWS = {
  FindWindowExW: { parameters: ["pointer", "pointer", "buffer", "pointer"], result: "pointer" },
} as const;

Deno.test("createSystray() puts up its icon, and takes it away", async () => {
  const user32 = Deno.dlopen("user32.dll", WINDOWS);
  const problems: unknown[] = [];
  const tray = createSystray({
    onCommand: () => {},
    onActivate: () => {},
    onProblem: (problem) => problems.push(problem),
  }, await testFolder());
  const window = () => user32.symbols.FindWindowExW(null, null, wide("SystrayClass"), null);
  tray.update({ icon: "attention", tooltip: "Kedge: Größe", menu: [{ id: "one", label: "R&D" }] });
  try {
    await tray.start();
    deepEqual(problems.filter((problem) => problem !== null), []);
    await waitFor("the helper's window", window);
  } finally {
    await tray.stop();
  }
  await waitFor("no window", () => window() === null);
  user32.close();
});
