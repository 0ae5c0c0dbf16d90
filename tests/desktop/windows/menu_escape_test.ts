import assert from "node:assert/strict";
import { type Desktop, startDesktop, waitFor } from "../harness/mod.ts";
import { read } from "../walk/stage.ts";
import { onScene, pressIn, probedAssets } from "./real_pages.ts";

/** A system menu over a page: the scene, the focused element, and the keys that open it. */
const MENUS = [
  ["the menu of a text field", "accounts", /INPUT/, ["Menu", "shift+F10"]],
  ["the list of a choice", "settings-computer", /SELECT/, ["alt+Down", "space"]],
] as const;

/** Returns the number of open menus: windows that the window manager does not place. */
async function popups(desktop: Desktop): Promise<number> {
  const tree = await desktop.run("/usr/bin/xwininfo", "-root", "-tree");
  const ids = [...tree.matchAll(/^ {5}(0x[0-9a-f]+) /gm)].map((match) => match[1]!);
  const all = await Promise.all(
    ids.map((id) => desktop.run("/usr/bin/xwininfo", "-id", id, "-stats").catch(() => "")),
  );
  return all.filter((stats) => stats.includes("IsViewable") && /Override Redirect State: yes/.test(stats))
    .length;
}

Deno.test("Esc in a menu of the system's closes the menu, and not its window", async (t) => {
  const desktop = await startDesktop({ panel: false });
  const { windows } = desktop;
  try {
    const assets = await probedAssets();
    for (const [what, scene, at, keys] of MENUS) {
      await t.step(what, () =>
        onScene(desktop, assets, scene, async (real) => {
          await waitFor(`the focus in ${at}`, async () => at.test(await pressIn(desktop, real, "Tab")));
          const before = await popups(desktop);
          await waitFor("the menu", async () => {
            for (const key of keys) {
              await windows.key(key);
              const opened = await waitFor("it", async () => await popups(desktop) > before, 1000).catch(() =>
                false
              );
              if (opened) return true;
            }
            return false;
          });
          await windows.key("Escape");
          await waitFor("the end of the menu", async () => await popups(desktop) === before);
          await read(desktop, real.window);
          await windows.key("ctrl+plus");
          const sent = () => real.pages.commands.map(({ command }) => command.name);
          await waitFor("the later key", () => sent().includes("zoom"));
          assert.equal(sent().includes("closeWindow"), false);
          // Without a menu, Escape closes the window.
          await windows.key("Escape");
          await waitFor("the end of the window", () => sent().includes("closeWindow"));
        }));
    }
  } finally {
    await desktop.stop();
  }
});
