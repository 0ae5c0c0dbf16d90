import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { APP_ID } from "../../../src/core/app_id.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import type { Running } from "../../desktop/harness/process.ts";
import { openKedge } from "./kedge.ts";
import { type Session, type Shell, startSession } from "./session.ts";

/** Differences between desktops. */
export interface Walk {
  /** Whether shortcuts work at once, without a portal that asks first. */
  readonly keys: boolean;
  /**
   * Whether it focuses a window that was requested without a key or click in another window of the
   * program.
   */
  readonly focus?: boolean;
  /** Answers the desktop's question before shortcuts work. */
  readonly asked?: (session: Session) => Promise<void>;
  /** Whether its notifications show a button for their default action. */
  readonly oneButton?: true;
}

const EXAMPLES = "/srv/kedge/examples/toolbox";
const ACTION = "New passphrase";

/** Returns the folder of entries that start at the login. */
const autostart = ({ home }: Session) => join(home, ".config/autostart");

/** Waits for a window and its focus; a late window opens without the focus, so it is clicked. */
async function inFront(session: Session, title: string | RegExp, deadline?: number): Promise<void> {
  await session.find(title, deadline);
  await waitFor(`the focus of ${title}`, async () => {
    const { focused, grip: [x, y] } = await session.find(title);
    if (!focused) await session.click(x, y);
    return focused;
  });
}

/**
 * Presses a key in a window until the window closes, because a window that opened by itself ignores
 * keys at first.
 */
async function answer(session: Session, title: string | RegExp, key: string): Promise<void> {
  await inFront(session, title);
  await waitFor(`${title} to go by ${key}`, async () => {
    await session.key(key);
    return await session.gone(title, 2000).then(() => true);
  });
}

async function openPalette(session: Session, { keys, focus = true }: Walk): Promise<void> {
  if (keys) await session.key("ctrl+shift+k");
  else await session.run("/usr/bin/kedge", "--toggle");
  const palette = await session.find("Kedge palette");
  equal(palette.program.toLowerCase(), APP_ID.toLowerCase());
  if (focus) await waitFor("the focus", async () => (await session.find("Kedge palette")).focused);
  else await inFront(session, "Kedge palette");
}

/** Starts a program that prints the messages between programs and the notification daemon. */
async function spy(session: Session): Promise<Running> {
  const spy = session.start(["dbus-monitor", "--session", "interface='org.freedesktop.Notifications'"]);
  await waitFor("the spy", () => spy.output() !== "");
  return spy;
}

/**
 * Runs the sample action to its end and presses its notification, which must open the run's output.
 * `empty` is a picture without it.
 */
async function runAction(
  session: Session,
  walk: Walk,
  press: "button" | "body",
  empty: string,
): Promise<void> {
  const heard = await spy(session);
  await openPalette(session, walk);
  await session.type(ACTION);
  await session.key("Return");
  await session.gone("Kedge palette");
  await inFront(session, ACTION, 240_000);
  await session.picture(`form-${press}`, empty);
  await answer(session, ACTION, "Return");
  await inFront(session, "Passphrase");
  await session.picture(`report-${press}`, empty);
  await answer(session, "Passphrase", "Escape");
  await inFront(session, ACTION);
  await session.picture(`question-${press}`, empty);
  await answer(session, ACTION, "Escape");
  const notified = await waitFor(
    "the notification",
    () => /member=Notify\n[^]*?string "Kedge"[^]*?(?=\n(?:method|signal))/.exec(heard.output())?.[0],
  );
  match(notified, /string "desktop-entry"\s+variant\s+string "dev\.kedge\.Kedge"/);
  match(notified, /string "Passphrase"\s+string "Nothing of it was kept."/);
  const shown = await session.press(press, empty);
  const key = press === "button" && !walk.oneButton ? "open" : "default";
  await waitFor(
    `the desktop to tell of ${key}`,
    () => new RegExp(`member=ActionInvoked\\n\\s+uint32 \\d+\\n\\s+string "${key}"`).test(heard.output()),
  );
  await inFront(session, /Output|Console|New passphrase/);
  await session.picture(`output-${press}`, shown);
  await session.key("Escape");
  await session.gone(/Output|Console|New passphrase/);
  await heard.kill();
}

/**
 * Tests a user's first day on a desktop: the icon with its menu, the palette in front, a sample
 * action with its dialogs, the notification of its end, entries for login and links, and a restart
 * of the shell. Saves pictures.
 */
export function walkOn(shell: () => Shell, walk: Walk): void {
  Deno.test(`on ${shell().name} a user's first day works`, async (t) => {
    const session = await startSession(shell());
    let empty = "";
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
      await walk.asked?.(session);
      await t.step("the panel has the icon, its tooltip and its menu", async () => {
        equal(await session.tray.property("Title"), "Kedge");
        match(JSON.stringify(await session.tray.property("ToolTip")), /Kedge/);
        match(await session.tray.menuText(), /Quit Kedge/);
        await waitFor("the icon on the panel", session.icon).finally(async () =>
          empty = await session.picture("icon")
        );
      });
      await t.step(
        "a sample action is compiled, asks in its dialogs, and its end is notified with a button",
        async () => {
          await runAction(session, walk, "button", empty);
        },
      );
      await t.step(
        "the entries for login and links name the installed program",
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
      if (shell().again) {
        await t.step("the icon and the notifications come back with a shell that had ended", async () => {
          await session.newShell();
          await waitFor("the icon", async () => (await session.tray.menuText()).includes("Quit Kedge"));
          await waitFor("the icon on the panel", session.icon).finally(async () =>
            empty = await session.picture("again")
          );
          await runAction(session, walk, "body", empty);
        });
      }
      await kedge.quit();
      await waitFor("no icon on the panel", async () => await session.icon() === null);
    } finally {
      await session.picture("end");
      await session.stop();
    }
  });
}
