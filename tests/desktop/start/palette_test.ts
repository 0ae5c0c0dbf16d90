import assert from "node:assert/strict";
import { kedgePaths } from "../../../src/core/paths.ts";
import { installActions, shareGoCache } from "../../support/program/actions.ts";
import { program } from "../../support/program/program.ts";
import { serveNotifications } from "../../support/servers/notifications.ts";
import { startDesktop, waitFor } from "../harness/mod.ts";
import { drawn } from "../walk/stage.ts";
import { processesOf } from "../windows/bench.ts";
import { openScreen } from "../windows/screen.ts";

const GO =
  'package action\n\nimport "kedge"\n\nfunc Run(k *kedge.Ctx) error { return k.Alert("Keys work") }\n';

/**
 * The part of the palette's field on the private display that shows typed text, without the caret.
 */
const FIELD = { x: 362, y: 138, width: 160, height: 30 };

Deno.test("the waiting palette takes letters at once, is empty each time, and survives a crash", async () => {
  const desktop = await startDesktop({ panel: false });
  const kedge = desktop.start([...program(), "--hidden"]);
  const screen = await openScreen(desktop.display);
  const shortcut = await screen.keys("Control_L", "Shift_L", "k");
  const letters = await screen.keys("z"), escape = await screen.keys("Escape");
  const pages = () => processesOf(desktop.env.XDG_RUNTIME_DIR!, "WebKitWebProcess");
  /**
   * Opens the palette, types a letter, and returns pictures of its field without and with the
   * letter.
   */
  async function typed(): Promise<void> {
    const nothing = await screen.part(FIELD);
    screen.press(shortcut);
    await desktop.windows.find("Kedge palette");
    await screen.until(FIELD, (colours) => colours > 6);
    const empty = await screen.part(FIELD);
    screen.press(letters);
    await screen.differs(FIELD, empty);
    // The first Escape empties the field, the second closes.
    screen.press(escape);
    screen.press(escape);
    await screen.same(FIELD, nothing);
    await desktop.windows.gone("Kedge palette");
  }
  /**
   * Opens the palette and closes it with a key that is released after the window has closed, as
   * people do.
   */
  async function left(): Promise<void> {
    screen.press(shortcut);
    const palette = await desktop.windows.find("Kedge palette");
    await screen.until(FIELD, (colours) => colours > 6);
    // A key pressed before the palette has the focus is lost.
    await waitFor("its focus", async () => await desktop.windows.focused() === palette.id);
    screen.hold(escape);
    await desktop.windows.gone("Kedge palette");
    screen.release(escape);
  }
  try {
    await desktop.windows.grabbed("ctrl+shift+k");
    await waitFor("the page that waits", async () => (await pages()).length > 0, 60_000);
    await typed();
    const first = await pages();
    await typed();
    await left();
    await left();
    // Opening the palette again uses the same page in the same process.
    assert.deepEqual(await pages(), first);
    for (const pid of first) {
      try {
        Deno.kill(pid, "SIGKILL");
      } catch (error) {
        // A process may have ended with another one, as it should.
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      }
    }
    await waitFor("another process", async () => {
      const found = await pages();
      return found.length > 0 && !found.some((pid) => first.includes(pid));
    });
    await typed();
    assert.deepEqual(await desktop.windows.list(), []);
  } finally {
    screen.close();
    await kedge.kill("SIGTERM");
    await desktop.stop();
  }
});

Deno.test("zooming in one window draws all larger, and stays; an action has keys of its own", async () => {
  const desktop = await startDesktop({ panel: false });
  const state = `${desktop.home}/.kedge/state.json`;
  const paths = kedgePaths(`${desktop.home}/.kedge`);
  await shareGoCache(paths);
  await installActions(paths, "tools", [{ id: "go", source: GO }]);
  await Deno.writeTextFile(
    state,
    JSON.stringify({ personal: { shortcuts: { "action:tools/go": "Alt+F8" } } }),
  );
  const kedge = desktop.start([...program(), "--hidden"]);
  const { windows } = desktop;
  const palette = () => windows.find("Kedge palette");
  const personal = async () => JSON.parse(await Deno.readTextFile(state).catch(() => "{}")).personal ?? {};
  try {
    await windows.grabbed("ctrl+shift+k");
    await windows.key("ctrl+shift+k");
    // Wait until it is drawn: a window whose page is late appears empty and ignores keys.
    assert.equal((await drawn(desktop, "Kedge palette")).width, 640);
    await windows.activate(await palette());
    await windows.key("ctrl+plus");
    await waitFor("a larger window", async () => (await palette()).width === 704);
    await windows.key("ctrl+plus");
    await waitFor("a still larger window", async () => (await palette()).width === 800);
    await waitFor("what is kept", async () => (await personal()).zoom === 1.25);
    // Release the key after the window has closed, as people do; the release must not count in the
    // next window.
    await desktop.run("/usr/bin/xdotool", "keydown", "Escape");
    await windows.gone("Kedge palette");
    await desktop.run("/usr/bin/xdotool", "keyup", "Escape");
    await windows.key("ctrl+shift+k");
    assert.equal((await palette()).width, 800);
    await windows.activate(await palette());
    await windows.key("ctrl+0");
    await waitFor("the usual size", async () => (await palette()).width === 640);
    await windows.key("Escape");
    await windows.gone("Kedge palette");

    await windows.grabbed("alt+F8");
    await windows.key("alt+F8");
    await windows.find(/Do go/, 60_000);
  } finally {
    await kedge.kill("SIGTERM");
    await desktop.stop();
  }
});

Deno.test("an action's own keys tell why it may not run, because nothing else shows it", async () => {
  const desktop = await startDesktop({ panel: false });
  const notifications = await serveNotifications(desktop.env.DBUS_SESSION_BUS_ADDRESS!);
  const paths = kedgePaths(`${desktop.home}/.kedge`);
  await shareGoCache(paths);
  await installActions(paths, "new", [{ id: "go", source: GO }], {}, { minAppVersion: "9.0.0" });
  await Deno.writeTextFile(
    `${desktop.home}/.kedge/state.json`,
    JSON.stringify({ personal: { shortcuts: { "action:new/go": "Alt+F8" } } }),
  );
  // A development build fulfils every requirement unless its version is set.
  const kedge = desktop.start([...program(), "--hidden"], { KEDGE_VERSION: "8.9.9" });
  try {
    await desktop.windows.grabbed("alt+F8");
    await desktop.windows.key("alt+F8");
    await waitFor("the reason", () => Promise.resolve(notifications.shown.length > 0));
    const [told] = notifications.shown;
    assert.deepEqual([told!.title, told!.message], ['"Do go" needs kedge ≥ 9.0.0.', "Update Kedge."]);
  } finally {
    await kedge.kill("SIGTERM");
    await notifications.stop();
    await desktop.stop();
  }
});
