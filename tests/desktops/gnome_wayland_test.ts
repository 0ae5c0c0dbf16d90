/** Kedge on GNOME's Wayland, with its real shell, panel and extension for tray icons. */
import { equal } from "node:assert/strict";
import { gnomeWayland } from "./session/gnome.ts";
import { openKedge } from "./session/kedge.ts";
import { startSession } from "./session/session.ts";
import { walkOn } from "./session/walk.ts";

walkOn(gnomeWayland, { keys: false, focus: false });

Deno.test("on GNOME's Wayland the panel has Kedge's icon and menu, and --toggle opens the palette", async () => {
  const session = await startSession(gnomeWayland());
  try {
    const kedge = await openKedge(session);
    await session.picture("icon");
    await session.run("/usr/bin/kedge", "--toggle");
    equal((await session.find("Kedge palette")).program, "kedge");
    await session.picture("palette");
    await kedge.quit();
    await session.gone("Kedge palette");
  } finally {
    await session.stop();
  }
});
