import { fileURLToPath } from "node:url";
import type { ToChild } from "../../../src/tray/windows/protocol.ts";
import { environmentOf } from "../../../src/tray/windows/environment.ts";
import { waitFor } from "../harness/mod.ts";
import { startWayland } from "../harness/wayland.ts";

const CHILD = fileURLToPath(new URL("../../../src/tray/windows/child/main.ts", import.meta.url));

Deno.test("on Wayland a window belongs to the one that it was opened from, and not to what is shown in its view afterwards", async () => {
  const desktop = await startWayland();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => new Response("<p>A page", { headers: { "content-type": "text/html" } }),
  );
  try {
    const child = desktop.start(
      [Deno.execPath(), "run", "-A", "--no-config", CHILD, "", desktop.home],
      { ...environmentOf(desktop.env, "linux"), GTK_A11Y: "none", WAYLAND_DEBUG: "client" },
    );
    const tell = (message: ToChild) => child.send(JSON.stringify(message));
    const url = `http://127.0.0.1:${server.addr.port}/`;
    const open = async (id: string) => {
      const asked = { ago: 0, just: true };
      await tell({ type: "open", id, url, title: id, width: 400, height: 300, frameless: false, asked });
      await tell({ type: "show", id });
      await desktop.find(id, 60_000);
    };
    /**
     * Waits for text in the child's messages to the compositor, and returns the match and the text
     * after it.
     */
    const says = (pattern: RegExp, after = "") =>
      waitFor(`the child to say ${pattern}`, () => {
        const all = child.output();
        return pattern.exec(all.slice(after === "" ? 0 : all.indexOf(after)));
      });
    await waitFor("the process", () => child.output().includes(`{"type":"ready"}`), 60_000);
    await open("asker");
    await waitFor("its focus", async () => {
      await desktop.start(["/usr/bin/swaymsg", "[title=asker] focus"]).ended;
      return (await desktop.find("asker")).focused;
    });
    await open("asked for");
    const [belongs, window] = await says(/(xdg_toplevel[@#]\d+)\.set_parent\(xdg_toplevel[@#]\d+\)/);
    await tell({ type: "close", id: "asker" });
    await desktop.gone("asker");
    await says(new RegExp(`${window}\\.set_parent\\(nil\\)`), belongs);
    await tell({ type: "quit" });
    await child.ended;
  } finally {
    await desktop.stop();
    await server.shutdown();
  }
});
