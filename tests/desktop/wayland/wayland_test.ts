import assert from "node:assert/strict";
import { program } from "../../support/program/program.ts";
import { startWayland } from "../harness/wayland.ts";
import { waitFor } from "../harness/mod.ts";

const LAUNCHER = new URL("./launcher.ts", import.meta.url).pathname;
/** More colours than an empty window has. */
const DRAWN = 20;

Deno.test("on Wayland the palette is drawn, takes the focus by the desktop's token and letters by its keyboard", async () => {
  const desktop = await startWayland();
  try {
    const launcher = desktop.start([Deno.execPath(), "run", "-A", LAUNCHER], { GTK_A11Y: "none" });
    await desktop.find("Launcher", 60_000);
    /**
     * Returns a token of the compositor, as a panel or a shortcut passes it to the program that it
     * starts.
     */
    const token = async () => {
      const tokens = () => [...launcher.output().matchAll(/^token (\S+)$/gm)].map(([, token]) => token!);
      const before = tokens().length;
      // Repeat the key until the launcher has the keyboard.
      return await waitFor("a token", async () => {
        await desktop.type("k");
        return await waitFor("what the key gave", () => tokens()[before], 5_000);
      }, 60_000);
    };
    const kedge = desktop.start([...program(), "--hidden"]);
    await waitFor("it", () => Deno.stat(`${desktop.home}/.kedge/instance.sock`), 60_000);
    const toggle = async (env: Record<string, string> = {}) => {
      const { code } = await desktop.start([...program(), "--toggle"], env).ended;
      assert.equal(code, 0, kedge.output());
    };
    const palette = () => desktop.find("Kedge palette", 60_000);

    // This compositor does not focus a window that only opens.
    await toggle();
    const first = await palette();
    await waitFor("its picture", async () => await desktop.colours(await palette()) > DRAWN);
    assert.equal(first.focused, false);
    assert.equal(first.program, "dev.kedge.Kedge");
    assert.ok(Math.abs(first.x + first.width / 2 - 640) <= 2, `it stands at ${first.x}`);

    await toggle({ XDG_ACTIVATION_TOKEN: await token() });
    await waitFor("the focus", async () => (await palette()).focused);
    await desktop.type("settings");
    await desktop.key("Return");
    await desktop.gone("Kedge palette");
    const settings = await desktop.find(/^Settings/, 60_000);
    await waitFor("its picture", async () => await desktop.colours(settings) > DRAWN);

    // With a token the next window has the focus at once.
    await toggle({ XDG_ACTIVATION_TOKEN: await token() });
    await waitFor("the focus", async () => (await palette()).focused, 60_000);
    await desktop.key("Escape");
    await desktop.gone("Kedge palette");
  } finally {
    await desktop.stop();
  }
});
