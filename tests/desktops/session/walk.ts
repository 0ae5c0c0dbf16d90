import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { waitFor } from "../../desktop/harness/wait.ts";
import { openKedge } from "./kedge.ts";
import { type Session, type Shell, startSession } from "./session.ts";

/** What a desktop does beside what all of them do. */
export interface Walk {
  /** Its keys come to Kedge at once, without a portal that asks first. */
  readonly keys: boolean;
  /** The command of the program that shows the icon, when it can be ended and comes back by being started anew. */
  readonly panel?: readonly string[];
}

const EXAMPLES = "/srv/kedge/examples/toolbox";
const ACTION = "New passphrase";

/** The folder of entries that start at the login. */
const autostart = ({ home }: Session) => join(home, ".config/autostart");

/**
 * What a user meets on a desktop: the icon with its menu, the palette in front, a sample action that is compiled and asks,
 * what starts at the login and takes links, the end of the panel. Pictures are kept.
 */
export function walkOn(shell: () => Shell, { keys, panel }: Walk): void {
  Deno.test(`on ${shell().name} a user's first day works`, async (t) => {
    const session = await startSession(shell());
    try {
      const allow = { KEDGE_LOGIN_ITEM: "1", KEDGE_LINK_HANDLER: "1" };
      Object.assign(session.env, allow);
      const { hash } = JSON.parse(
        await session.run("/usr/bin/kedge", "--validate-bundle", EXAMPLES, "--json"),
      );
      await session.run("/usr/bin/kedge", "--install", EXAMPLES, "--trust", hash);
      const config = join(session.home, ".kedge/config.json");
      await Deno.writeTextFile(config, JSON.stringify({ version: 2, linksEnabled: true }));
      const kedge = await openKedge(session);
      await t.step("the panel has the icon, its tooltip and its menu", async () => {
        equal(await session.tray.property("Title"), "Kedge");
        match(JSON.stringify(await session.tray.property("ToolTip")), /Kedge/);
        match(await session.tray.menuText(), /Quit Kedge/);
        await session.picture("icon");
      });
      await t.step(`the palette comes to the front by ${keys ? "the shortcut" : "its command"}`, async () => {
        if (keys) await session.key("ctrl+shift+k");
        else await session.run("/usr/bin/kedge", "--toggle");
        const palette = await session.find("Kedge palette");
        equal(palette.program.toLowerCase(), "kedge");
        await waitFor("the focus", async () => (await session.find("Kedge palette")).focused);
      });
      await t.step("a sample action is compiled, and its question is shown", async () => {
        await session.type(ACTION);
        await session.picture("palette");
        await session.key("Return");
        await session.gone("Kedge palette");
        // It takes the focus only where it comes soon after the press.
        await session.find(ACTION, 240_000);
        await session.picture("action");
      });
      await t.step(
        "what starts at the login, and what takes links, names the installed program",
        async () => {
          const entries = await waitFor("the entry", async () => {
            const found = await Array.fromAsync(Deno.readDir(autostart(session)), ({ name }) => name);
            return found.length > 0 ? found : null;
          });
          deepEqual(entries, ["kedge.desktop"]);
          const said = await waitFor("the handler", async () => {
            const answer = await session.run(
              "/usr/bin/xdg-mime",
              "query",
              "default",
              "x-scheme-handler/kedge",
            );
            return answer.trim() || null;
          });
          equal(said, "kedge-links.desktop");
        },
      );
      if (panel) {
        await t.step("the icon comes back with the panel that had ended", async () => {
          const [name, ...args] = panel;
          await session.run("/usr/bin/pkill", "-KILL", "-x", name!.slice(0, 15));
          session.start([name!, ...args]);
          await waitFor("the icon", async () => (await session.tray.menuText()).includes("Quit Kedge"));
          await session.picture("panel-again");
        });
      }
      await kedge.quit();
    } finally {
      await session.stop();
    }
  });
}
