import assert from "node:assert/strict";
import { join } from "node:path";
import { Planted } from "../../support/program/planted.ts";
import { program } from "../../support/program/program.ts";
import { startDesktop, startKeyring, waitFor } from "../harness/mod.ts";
import { configured, drawn, failed, insist, openPalette, picture } from "./stage.ts";

const PASSWORD = `import-planted-${crypto.randomUUID()}`;

Deno.test("from the palette the connections of another program come into config.json and the keychain, and go again, by keys alone", async () => {
  const desktop = await startDesktop();
  const { windows } = desktop;
  const planted = new Planted({ "a password of ~/.pgpass": PASSWORD });
  try {
    await startKeyring(desktop);
    const home = await configured(desktop, {}), config = join(home, "config.json");
    await Deno.writeTextFile(join(desktop.home, ".pgpass"), `db.internal:5432:orders:anna:${PASSWORD}\n`, {
      mode: 0o600,
    });
    const stored = () =>
      desktop.run(
        "/usr/bin/secret-tool",
        "lookup",
        "service",
        "kedge",
        "account",
        "server/orders at db.internal",
      )
        .catch(() => "");
    const written = () => Deno.readTextFile(config);
    const kedge = desktop.start([...program(), "--hidden"]);
    await desktop.tray.item();
    const palette = await openPalette(desktop);
    await windows.type("pgadmin leapp", palette);
    await windows.key("Return", palette);
    const page = await drawn(desktop, "Import");
    await picture(desktop, "import", page);
    // Press Enter for look, preview and write, each time once the page is ready.
    await insist(
      "the entry to be written",
      5000,
      async () => (await written()).includes("db.internal"),
      () => windows.key("Return", page),
    );
    const login = await waitFor("the password to be kept", async () => await stored() || null);
    assert.equal(JSON.parse(login).password, PASSWORD);
    await picture(desktop, "import-done", page);
    await insist(
      "it to be taken back",
      5000,
      async () => !(await written()).includes("db.internal"),
      () => windows.key("Return", page),
    );
    await waitFor("the password to be gone", async () => await stored() === "");
    await windows.key("Escape", page);
    await windows.gone("Import");
    planted.search("what Kedge printed", kedge.output());
    planted.searchFolder(home);
    assert.deepEqual(planted.sightings, []);
  } catch (error) {
    throw await failed(desktop, error);
  } finally {
    await desktop.stop();
  }
});
