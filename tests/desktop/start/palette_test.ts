import assert from "node:assert/strict";
import { kedgePaths } from "../../../src/core/paths.ts";
import { installActions, shareGoCache } from "../../support/program/actions.ts";
import { program } from "../../support/program/program.ts";
import { serveNotifications } from "../../support/servers/notifications.ts";
import { startDesktop, waitFor } from "../harness/mod.ts";
import { processesOf } from "../windows/bench.ts";
import { openScreen } from "../windows/screen.ts";

const GO =
  'package action\n\nimport "kedge"\n\nfunc Run(k *kedge.Ctx) error { return k.Alert("Keys work") }\n';

/** Where the palette stands on the private display: what was typed, left of the caret's end. */
const FIELD = { x: 362, y: 138, width: 160, height: 30 };

Deno.test("the palette waits ready: it takes letters at once, begins anew each time, and outlives a crash", async () => {
  const desktop = await startDesktop({ panel: false });
  const kedge = desktop.start([...program(), "--hidden"]);
  const screen = await openScreen(desktop.display);
  const shortcut = await screen.keys("Control_L", "Shift_L", "k");
  const letters = await screen.keys("z"), escape = await screen.keys("Escape");
  const pages = () => processesOf(desktop.env.XDG_RUNTIME_DIR!, "WebKitWebProcess");
  /** Opens it, types a letter and gives its field with and without. */
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
  /** Opens it and leaves it at once by a key that is let go when the window has gone, as a person does. */
  async function left(): Promise<void> {
    screen.press(shortcut);
    const palette = await desktop.windows.find("Kedge palette");
    await screen.until(FIELD, (colours) => colours > 6);
    // A key that is pressed before is nobody's, and is not repeated.
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
    // Opened again and again it is the same page, in the same process.
    assert.deepEqual(await pages(), first);
    for (const pid of first) {
      try {
        Deno.kill(pid, "SIGKILL");
      } catch (error) {
        // One of them may end with another: it has gone then, as it should.
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
    assert.equal((await palette()).width, 640);
    await windows.activate(await palette());
    await windows.key("ctrl+plus");
    await waitFor("a larger window", async () => (await palette()).width === 704);
    await windows.key("ctrl+plus");
    await waitFor("a still larger window", async () => (await palette()).width === 800);
    await waitFor("what is kept", async () => (await personal()).zoom === 1.25);
    // As a person does: the key is let go when the window is gone already, and counts in the next one.
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
  // A development build satisfies any requirement, unless it is told its version.
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
