import { deepEqual } from "node:assert/strict";
import { join } from "node:path";
import { startPostgres } from "../../support/servers/postgres.ts";
import { waitFor } from "../harness/mod.ts";
import { menuShows, pressUntilGone } from "../walk/stage.ts";
import { LONG, whileBusy } from "./stage.ts";

Deno.test("a Kedge that is killed leaves no action and no window behind, and the next start tells what became of its runs", () =>
  whileBusy(async ({ desktop, kedge, actions, again }) => {
    const { windows } = desktop;
    await kedge.kill("SIGKILL");
    await waitFor("the actions to end", async () => (await actions()).length === 0);
    await waitFor("the windows to go", async () => (await windows.list()).length === 0);
    await again();
    await desktop.tray.click(["Actions", "Do asks"]);
    const question = await windows.find(/^Do asks/, LONG);
    await pressUntilGone(desktop, "Return", question.title);
  }));

Deno.test("an action that is killed while it asks has failed, takes its question along, and the other goes on", () =>
  whileBusy(async ({ desktop, asking }) => {
    const question = await desktop.windows.find(/^Do asks/);
    Deno.kill(asking, "SIGKILL");
    await desktop.windows.gone(question.title);
    await menuShows(desktop, /Do works.*40 ?%/);
  }));

Deno.test("a panel that dies while its menu is open takes nothing along: the icon is there again with the next one", () =>
  whileBusy(async ({ desktop, actions }) => {
    const { tray } = desktop;
    const before = await actions();
    await tray.activate();
    await desktop.stopPanel();
    await desktop.startPanel();
    await tray.item(LONG);
    await menuShows(desktop, /Do works.*40 ?%/);
    deepEqual(await actions(), before);
    await tray.find(["Actions", "Do asks · waits for you"]);
  }));

Deno.test("a database that falls silent and dies in the middle of a test is told, and Kedge goes on", async () => {
  const postgres = await startPostgres();
  let stopped: Promise<void> | undefined;
  const stop = () => stopped ??= postgres.stop();
  const servers = [{ name: "orders", engine: "postgres", host: "127.0.0.1", port: postgres.port }];
  try {
    await whileBusy(async ({ desktop }) => {
      const { tray, windows } = desktop;
      await Deno.writeTextFile(
        join(desktop.home, ".kedge/config.json"),
        JSON.stringify({ version: 2, servers }),
      );
      await menuShows(desktop, /orders · /);
      await postgres.pause();
      await tray.click(["Servers", "orders…*", "Test connection"]);
      const login = await windows.find(/orders/, LONG);
      await windows.activate(login);
      await windows.type("app", login);
      await windows.key("Tab", login);
      await windows.type("wrong", login);
      await windows.key("Return", login);
      await menuShows(desktop, /Testing/);
      await stop();
      await menuShows(desktop, /orders .*(ended|closed|refused|failed)/i, LONG);
      await menuShows(desktop, /Do works.*40 ?%/);
    });
  } finally {
    await stop();
  }
});
