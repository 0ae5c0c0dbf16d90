import assert from "node:assert/strict";
import { join } from "node:path";
import { program } from "../../support/program/program.ts";
import { serveNotifications } from "../../support/servers/notifications.ts";
import { startDesktop, waitFor } from "../harness/mod.ts";

const KEDGE = program();
const LINK = "kedge://open/page/settings";

Deno.test("xdg-open leads to the page of a link, which does nothing before its button, once links are on", async () => {
  const desktop = await startDesktop();
  try {
    const { home, windows, tray } = desktop;
    const told = await serveNotifications(desktop.env.DBUS_SESSION_BUS_ADDRESS!);
    const entry = join(home, ".local/share/applications/kedge-links.desktop");
    const there = (path: string) => Deno.lstat(path).then(() => true, () => false);
    const switched = async (linksEnabled: boolean) => {
      await Deno.mkdir(join(home, ".kedge"), { recursive: true, mode: 0o700 });
      await Deno.writeTextFile(join(home, ".kedge/config.json"), JSON.stringify({ linksEnabled }));
    };
    await switched(false);
    const kedge = desktop.start([...KEDGE, "--hidden"], { KEDGE_LINK_HANDLER: "1" });
    await tray.item(60_000);
    assert.equal(await there(entry), false);
    const off = desktop.start([...KEDGE, "--", LINK]);
    assert.equal((await off.ended).code, 3, off.output());

    await switched(true);
    await waitFor("the entry", () => there(entry));
    await waitFor(
      "the entry to be the one for links",
      async () => (await Deno.readTextFile(join(home, ".config/mimeapps.list")).catch(() => "")) !== "",
    );
    desktop.start(["/usr/bin/xdg-open", LINK]);
    const page = await windows.find("A link to Kedge", 60_000);
    assert.deepEqual((await windows.list()).filter(({ title }) => title === "Settings"), []);
    await windows.activate(page);
    await waitFor("Settings", async () => {
      await windows.key("Return");
      // A window that opened by itself ignores keys within a second after another key.
      await new Promise((resolve) => setTimeout(resolve, 1500));
      return (await windows.list()).some(({ title }) => title === "Settings");
    });
    await waitFor(
      "the page to go",
      async () => !(await windows.list()).some(({ title }) => title === "A link to Kedge"),
    );

    await switched(false);
    await waitFor("the entry to go", async () => !await there(entry));
    assert.equal(await there(join(home, ".config/mimeapps.list")), false);
    await tray.click(["Quit Kedge"]);
    assert.equal((await kedge.ended).code, 0, kedge.output());

    // When links are switched off, a link does not start Kedge.
    const alone = desktop.start([...KEDGE, "--", LINK]);
    assert.equal((await alone.ended).code, 3, alone.output());
    // A browser does not show standard error, so a notification reports it.
    assert.deepEqual(
      told.shown.filter(({ title }) => title === "Kedge did not open a link").map(({ message }) => message),
      ["Links to Kedge are switched off. Settings, General switches them on."],
    );
    await told.stop();
  } finally {
    await desktop.stop();
  }
});
