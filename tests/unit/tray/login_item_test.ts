import assert from "node:assert/strict";
import { infoPlist } from "../../../build/packages/macos.ts";
import { join } from "node:path";
import type { Registry } from "../../../src/core/platform/registry.ts";
import { wide } from "../../../src/core/platform/wide.ts";
import { windowsLine } from "../../../src/core/platform/windows.ts";
import type { Problem } from "../../../src/core/state/state.ts";
import { darwinLoginItem } from "../../../src/tray/login_item/darwin.ts";
import type { LoginItem } from "../../../src/tray/login_item/item.ts";
import { linuxLoginItem } from "../../../src/tray/login_item/linux.ts";
import { createLaunchAtLogin, isManaged } from "../../../src/tray/login_item/mod.ts";
import { desktopEntry, launchAgent } from "../../../src/tray/login_item/text.ts";
import { windowsLoginItem } from "../../../src/tray/login_item/windows.ts";

const COMMAND = ["/opt/Kedge App/kedge", "--hidden"] as const;

/** Returns the registry of one user, by key and name. */
function fakeRegistry(values: Map<string, Uint8Array>): Registry {
  return {
    read: (key, name) => values.get(`${key}\\${name}`) ?? null,
    write: (key, name, text) => void values.set(`${key}\\${name}`, wide(text)),
    remove: (key, name) => void values.delete(`${key}\\${name}`),
  };
}

const RUN = "Software\\Microsoft\\Windows\\CurrentVersion\\Run\\Kedge";
const APPROVED = "Software\\Microsoft\\Windows\\CurrentVersion\\Explorer\\StartupApproved\\Run\\Kedge";

/** Runs `play` for each system, with its login item and a change that another program makes. */
async function onEach(
  play: (item: LoginItem, other: () => Promise<void>, off: (() => Promise<void>) | null) => Promise<void>,
): Promise<void> {
  const home = await Deno.makeTempDir();
  try {
    const entry = join(home, ".config/autostart/kedge.desktop");
    const agent = join(home, "Library/LaunchAgents/kedge.login.plist");
    await play(
      linuxLoginItem(COMMAND, {}, home),
      () => Deno.writeTextFile(entry, desktopEntry(["/old/kedge", "--hidden"])),
      () => Deno.writeTextFile(entry, desktopEntry(COMMAND).replace("enabled=true", "enabled=false")),
    );
    await play(
      darwinLoginItem(COMMAND, home),
      () => Deno.writeTextFile(agent, launchAgent(["/old/kedge"])),
      null,
    );
    const values = new Map<string, Uint8Array>();
    await play(
      windowsLoginItem(COMMAND, () => fakeRegistry(values)),
      () => Promise.resolve(void values.set(RUN, wide("C:\\old\\kedge.exe --hidden"))),
      () => Promise.resolve(void values.set(APPROVED, new Uint8Array([3, 0, 0, 0, 0x11, 0x22]))),
    );
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

Deno.test("login items go on and off, twice without harm, on every system", async () => {
  await onEach(async (item) => {
    assert.equal(await item.state(), "off");
    for (const on of [true, true, false]) {
      await item.set(on);
      assert.equal(await item.state(), on ? "on" : "off");
    }
  });
});

Deno.test("createLaunchAtLogin() makes the system follow, and replaces an entry of another Kedge", async () => {
  await onEach(async (item, other) => {
    const problems: (Problem | null)[] = [];
    const login = createLaunchAtLogin((problem) => problems.push(problem), item);
    assert.equal(await login.set(false), "off");
    assert.equal(await login.set(true), "on");
    await other();
    assert.equal(await item.state(), "other");
    assert.equal(await login.set(true), "on");
    await other();
    assert.equal(await login.set(false), "off");
    assert.deepEqual(problems, [null, null, null, null]);
  });
});

Deno.test("createLaunchAtLogin() leaves alone what the user has switched off in the system's settings", async () => {
  await onEach(async (item, _other, off) => {
    if (off === null) return; // launchd keeps that decision elsewhere, and it outweighs the file
    const login = createLaunchAtLogin(() => {}, item);
    await login.set(true);
    await off();
    assert.equal(await login.set(true), "switched-off");
    assert.equal(await item.state(), "switched-off");
    assert.equal(await login.set(false), "off");
  });
});

Deno.test("createLaunchAtLogin() says why it cannot, and that it can again", async () => {
  const problems: (Problem | null)[] = [];
  let broken = true;
  const item: LoginItem = {
    state: () => broken ? Promise.reject(new Error("the folder is read-only")) : Promise.resolve("on"),
    set: () => Promise.resolve(),
  };
  const login = createLaunchAtLogin((problem) => problems.push(problem), item);
  assert.equal(await login.set(true), null);
  assert.match(problems[0]!.message, /switched on: the folder is read-only/);
  broken = false;
  assert.equal(await login.set(true), "on");
  assert.equal(problems[1], null);
});

const MANAGED: readonly [
  env: Record<string, string>,
  development: boolean,
  managed: boolean,
  passing?: boolean,
][] = [
  [{}, false, true],
  [{}, false, false, true],
  [{}, true, false],
  [{ KEDGE_HOME: "/tmp/k" }, false, false],
  [{ KEDGE_LOGIN_ITEM: "1" }, true, true],
  [{ KEDGE_LOGIN_ITEM: "1", KEDGE_HOME: "/tmp/k" }, true, true],
  [{ KEDGE_LOGIN_ITEM: "0" }, false, false],
];
for (const [env, development, managed, passing = false] of MANAGED) {
  const build = `${development ? " in a development build" : ""}${passing ? " in a passing copy" : ""}`;
  Deno.test(`isManaged() is ${managed} with ${JSON.stringify(env)}${build}`, () => {
    assert.equal(isManaged(env, development, passing), managed);
  });
}

Deno.test("desktopEntry() is left out by desktops when its program was removed", () => {
  assert.ok(
    desktopEntry(["/opt/my apps\\/kedge", "--hidden"]).includes("\nTryExec=/opt/my apps\\\\/kedge\n"),
  );
});

const EXEC: readonly [string, string][] = [
  ["/usr/bin/kedge", "/usr/bin/kedge"],
  ["/opt/my apps/kedge", '"/opt/my apps/kedge"'],
  ["/opt/100%/kedge", '"/opt/100%%/kedge"'],
  ['/opt/"$x`/kedge', '"/opt/\\\\"\\\\$x\\\\`/kedge"'],
  ["/opt/a\\b", '"/opt/a\\\\\\\\b"'],
];
for (const [program, exec] of EXEC) {
  Deno.test(`desktopEntry() quotes ${program}`, () => {
    assert.ok(desktopEntry([program, "--hidden"]).includes(`\nExec=${exec} --hidden\n`));
  });
}

Deno.test("launchAgent() escapes what XML would read", () => {
  assert.ok(launchAgent(["/a & <b>/kedge"]).includes("<string>/a &amp; &lt;b&gt;/kedge</string>"));
});

Deno.test("launchAgent() names the bundle that packages install, under which System Settings lists it", () => {
  const identifier = /<key>CFBundleIdentifier<\/key>\s*<string>(.*?)<\/string>/.exec(infoPlist("1.2.3"))![1]!;
  assert.match(
    launchAgent(["/kedge"]),
    new RegExp(`<key>AssociatedBundleIdentifiers</key>\\s*<string>${RegExp.escape(identifier)}</string>`),
  );
});

const WINDOWS: readonly [string, string][] = [
  ["C:\\kedge.exe", "C:\\kedge.exe"],
  ["C:\\Program Files\\kedge.exe", '"C:\\Program Files\\kedge.exe"'],
  ["C:\\a b\\", '"C:\\a b\\\\"'],
];
for (const [program, value] of WINDOWS) {
  Deno.test(`windowsLine() quotes ${program}`, () => {
    assert.equal(windowsLine([program, "--hidden"]), `${value} --hidden`);
  });
}
