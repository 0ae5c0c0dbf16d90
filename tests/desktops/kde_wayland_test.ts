/** Tests Kedge on Plasma with Wayland, with its real portal, panel and window manager. */
import { deepEqual, equal } from "node:assert/strict";
import { APP_ID } from "../../src/core/app_id.ts";
import { waitFor } from "../desktop/harness/wait.ts";
import { chooseKeys, kdeWayland, leaveSettings, openMenu, SETTINGS, SUPER_K } from "./session/kde.ts";
import { openKedge } from "./session/kedge.ts";
import { startSession } from "./session/session.ts";
import { walkOn } from "./session/walk.ts";

const TWO = new URL("./two_shortcuts.ts", import.meta.url).pathname;

Deno.test("on KDE's Wayland the shortcut opens the palette, and the desktop is asked for it once", async () => {
  const session = await startSession(kdeWayland());
  try {
    const kedge = await openKedge(session);
    await leaveSettings(session);
    await session.key("ctrl+shift+k");
    equal((await session.find("Kedge palette")).focused, true);
    equal((await session.find("Kedge palette")).program, APP_ID);
    await session.picture("palette");
    await session.type("settings");
    await session.key("Return");
    await session.gone("Kedge palette");
    const settings = await session.find(/^Settings/);
    equal(settings.focused, true);
    await session.picture("settings");
    await kedge.quit();

    const again = await openKedge(session);
    await session.key("ctrl+shift+k");
    await session.find("Kedge palette");
    equal((await session.windows()).some(({ title }) => SETTINGS.test(title)), false);
    await session.key("Escape");
    await session.gone("Kedge palette");
    await again.quit();
  } finally {
    await session.stop();
  }
});

Deno.test("on KDE's Wayland keys that its user chooses in the settings open the palette, and the menu shows them", async () => {
  const session = await startSession(kdeWayland());
  const shows = (keys: string) =>
    waitFor(keys, async () => (await session.tray.find(["Open palette"])).keys === keys);
  const opens = async (keys: string) => {
    await session.key(keys);
    await session.find("Kedge palette");
    await session.key("Escape");
    await session.gone("Kedge palette");
  };
  try {
    const kedge = await openKedge(session);
    await leaveSettings(session);
    await shows("Control+Shift+K");
    await chooseKeys(session, "open-palette", SUPER_K);
    await shows("Super+K");
    await opens("super+k");
    await kedge.quit();

    const again = await openKedge(session);
    await shows("Super+K");
    const closed = await session.picture("menu");
    await openMenu(session);
    // The menu has little text, so few pixels differ.
    await session.picture("menu", closed, 3000).catch(() => {});
    await session.key("Escape");
    await opens("super+k");
    await again.quit();
  } finally {
    await session.picture("chosen");
    await session.stop();
  }
});

walkOn(kdeWayland, { keys: true, asked: leaveSettings });

Deno.test("on KDE's Wayland the keys of an action do not take those of the palette away", async () => {
  const session = await startSession(kdeWayland());
  try {
    const program = session.start([Deno.execPath(), "run", "-A", "--no-check", TWO]);
    const said = (what: string) => program.output().split("\n").filter((line) => line.startsWith(`${what} `));
    await waitFor("both to be set", () => said("set").length > 0);
    equal(said("told").some((line) => !line.endsWith(",null]")), false, program.output());
    for (const keys of ["ctrl+shift+k", "ctrl+shift+d", "ctrl+shift+k"]) {
      const before = said("press").length;
      await session.key(keys);
      await waitFor(`the press of ${keys}`, () => said("press").length > before, 20_000);
    }
    deepEqual(
      said("press"),
      ["open-palette", "action:toolbox/deploy", "open-palette"].map((id) => `press "${id}"`),
    );
  } finally {
    await session.stop();
  }
});
