/** Windows' own functions as Kedge calls them; run only by `deno task windows`. */
import { deepEqual, equal, match, notEqual, ok } from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { openCredentialManager } from "../../src/core/keychain/advapi32.ts";
import { windowsKeychain } from "../../src/core/keychain/windows.ts";
import { findProgram } from "../../src/core/platform/host.ts";
import { openWindowsClipboard, PRIVATE_FORMATS } from "../../src/tray/clipboard/user32.ts";
import { windowsNotifier } from "../../src/tray/notifications/windows.ts";
import { wide } from "../../src/core/platform/wide.ts";
import { keychainSuite } from "../support/keychain/keychain_suite.ts";
import { testFolder } from "../support/folder.ts";

keychainSuite("the Credential Manager", async (test) => {
  const manager = openCredentialManager();
  await test(windowsKeychain(() => manager));
});

Deno.test("every file of Windows has a mode without the right to execute, and no user", async () => {
  const { mode, uid } = await Deno.stat("C:\\windows\\system32\\reg.exe");
  equal((mode ?? 0) & 0o111, 0);
  equal(uid, null);
  equal(Deno.uid(), null);
});

for (const name of ["reg", "notepad", "rundll32", "taskkill"]) {
  Deno.test(`findProgram() finds ${name}`, async () => {
    match(await findProgram(name) ?? "", new RegExp(`\\\\${name}\\.exe$`, "i"));
  });
}

Deno.test("findProgram() finds the aliases of programs from the Store, where there are any", async () => {
  const folder = join(Deno.env.get("LOCALAPPDATA") ?? "", "Microsoft", "WindowsApps");
  const names = existsSync(folder) ? [...Deno.readDirSync(folder)].map(({ name }) => name) : [];
  for (const name of names.filter((name) => /\.exe$/i.test(name))) ok(await findProgram(name), name);
});

Deno.test("findProgram() finds nothing of another name", async () =>
  equal(await findProgram("no-such-program"), null));

const CLIPBOARD = {
  OpenClipboard: { parameters: ["pointer"], result: "i32" },
  CloseClipboard: { parameters: [], result: "i32" },
  GetClipboardData: { parameters: ["u32"], result: "pointer" },
  IsClipboardFormatAvailable: { parameters: ["u32"], result: "i32" },
  RegisterClipboardFormatW: { parameters: ["buffer"], result: "u32" },
} as const;

Deno.test("a copied text is on the clipboard with its marks, and is cleared by its number alone", () => {
  const user32 = Deno.dlopen("user32.dll", CLIPBOARD);
  const kernel32 = Deno.dlopen("kernel32.dll", {
    GlobalLock: { parameters: ["pointer"], result: "pointer" },
  });
  const clipboard = openWindowsClipboard();
  const change = clipboard.set("gehëim 🔑");
  notEqual(change, null);
  const text = () => {
    ok(user32.symbols.OpenClipboard(null) !== 0);
    try {
      const memory = user32.symbols.GetClipboardData(13);
      if (!memory) return null;
      const view = new Deno.UnsafePointerView(kernel32.symbols.GlobalLock(memory)!);
      let units = "";
      for (let at = 0; view.getUint16(at) !== 0; at += 2) units += String.fromCharCode(view.getUint16(at));
      return units;
    } finally {
      user32.symbols.CloseClipboard();
    }
  };
  equal(text(), "gehëim 🔑");
  for (const name of PRIVATE_FORMATS) {
    const format = user32.symbols.RegisterClipboardFormatW(wide(name));
    equal(user32.symbols.IsClipboardFormatAvailable(format), 1, name);
  }
  equal(clipboard.clear(change! + 1), true);
  equal(text(), "gehëim 🔑");
  equal(clipboard.clear(change!), true);
  equal(text(), null);
  user32.close();
  kernel32.close();
});

Deno.test("windowsNotifier() never throws, and takes its icons away", async () => {
  const notifier = windowsNotifier();
  equal(typeof await notifier.show({ title: "Größe 🎉", message: "日本", urgency: "normal" }), "boolean");
  notifier.close();
});

Deno.test("no start of Deno leaves a copy of itself behind", async () => {
  const deno = async (...args: string[]) => {
    const { stdout } = await new Deno.Command(Deno.execPath(), { args }).output();
    return new TextDecoder().decode(stdout);
  };
  const folder = join(JSON.parse(await deno("info", "--json")).denoDir, "node_compat_bin");
  const copies = () => existsSync(folder) ? [...Deno.readDirSync(folder)].map(({ name }) => name).sort() : [];
  // Kedge passes no variable of the runtime on, so earlier tests may have left copies.
  const before = copies();
  await deno("eval", "1");
  deepEqual(copies(), before);
});

const COMMANDS: readonly (readonly [status: number, ...args: string[]])[] = [
  [0, "--version"],
  [0, "--validate-config", "examples/config.json"],
  [0, "--validate-bundle", "examples/toolbox"],
  [0, "--schema", "config"],
  [0, "--label", "shop-production"],
  [0, "--list"],
  [0, "--accounts"],
  [2, "--no-such-flag"],
];
for (const [status, ...args] of COMMANDS) {
  Deno.test(`kedge ${args.join(" ")} ends with ${status}`, async () => {
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "main.ts", ...args],
      env: { KEDGE_HOME: join(await testFolder(), "home") },
      stdout: "null",
    }).output();
    equal(code, status, new TextDecoder().decode(stderr));
  });
}
