/**
 * Tests Kedge on GNOME with Wayland, with its real shell, panel, portal and question for shortcuts.
 */
import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { APP_ID } from "../../src/core/app_id.ts";
import { waitFor } from "../desktop/harness/wait.ts";
import { agree, gnomeWayland, QUESTION, refuse } from "./session/gnome.ts";
import { pageHeights } from "./page_heights.ts";
import { openKedge } from "./session/kedge.ts";
import { startSession } from "./session/session.ts";
import { walkOn } from "./session/walk.ts";

Deno.test("on GNOME's Wayland a page has its whole height below the title bar that GTK draws there", async () => {
  const session = await startSession(gnomeWayland());
  try {
    const wanted = [[300, false], [350, false], [280, true], [320, false]] as const;
    const shapes = wanted.map(([height, frameless]) => ({ height, frameless }));
    deepEqual(await pageHeights(session, shapes), wanted.map(([height]) => height));
  } finally {
    await session.picture("page");
    await session.stop();
  }
});

walkOn(gnomeWayland, { keys: true, asked: agree });

Deno.test("on GNOME's Wayland the desktop is asked for the keys, and Kedge says what becomes of it", async (t) => {
  const session = await startSession(gnomeWayland());
  const says = (words: RegExp) => waitFor(`${words}`, async () => words.test(await session.tray.menuText()));
  const problem = async () => /problem/.test(await session.tray.menuText());
  const opensByKeys = async (keys: string) => {
    await session.key(keys);
    const palette = await waitFor("the palette's focus", async () => {
      const found = await session.find("Kedge palette");
      return found.focused && found;
    });
    equal(palette.program, APP_ID);
    await session.key("Escape");
    await session.gone("Kedge palette");
  };
  try {
    await t.step("refused, it says how the keys can be had, and --toggle opens the palette", async () => {
      const kedge = await openKedge(session);
      await session.find(QUESTION);
      await says(/The desktop asks you which keys Kedge may have/);
      await refuse(session);
      await says(/The desktop did not give Kedge its shortcut/);
      await session.picture("refused");
      await session.run("/usr/bin/kedge", "--toggle");
      equal((await session.find("Kedge palette")).program, APP_ID);
      await kedge.quit();
      await session.gone("Kedge palette");
    });
    await t.step("asked again at the next start and agreed, the keys open the palette", async () => {
      const kedge = await openKedge(session);
      await agree(session);
      await waitFor("no problem", async () => !await problem());
      await opensByKeys("ctrl+shift+k");
      await kedge.quit();
    });
    await t.step(
      "agreed once, it is asked for nothing, and told when the desktop keeps other keys",
      async () => {
        const kedge = await openKedge(session);
        await opensByKeys("ctrl+shift+k");
        equal(await problem(), false);
        deepEqual((await session.windows()).filter(({ title }) => title === QUESTION), []);
        await Deno.writeTextFile(
          join(session.home, ".kedge/config.json"),
          JSON.stringify({ version: 2, globalShortcut: "Ctrl+Shift+L" }),
        );
        await says(/The desktop keeps Ctrl\+Shift\+K for Kedge, not Ctrl\+Shift\+L/);
        await opensByKeys("ctrl+shift+k");
        await kedge.quit();
      },
    );
    const doctor = session.start(["/usr/bin/kedge", "--doctor"]);
    await doctor.ended;
    match(doctor.output(), /shortcut +Ctrl\+Shift\+L: up to the desktop, it is asked when Kedge starts/);
  } finally {
    await session.picture("end");
    await session.stop();
  }
});
