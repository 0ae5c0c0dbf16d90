import assert from "node:assert/strict";
import { join } from "node:path";
import { type FakePortal, MARK, startFakePortal } from "../../support/cloud/fake_portal.ts";
import { PORTAL } from "../../support/cloud/stage.ts";
import { Planted } from "../../support/program/planted.ts";
import { program } from "../../support/program/program.ts";
import { copied, type Desktop, startDesktop, waitFor } from "../harness/mod.ts";
import {
  browserOf,
  configured,
  drawn,
  failed,
  menuShows,
  picture,
  pressUntilGone,
  read,
  signedIn,
} from "./stage.ts";

const STAGING = "222222222222";
const CONFIG = {
  ssoStartUrl: PORTAL.startUrl,
  ssoRegion: PORTAL.region,
  envRules: [{ env: "prd", matchName: "-production$" }, { env: "stg", matchName: "-staging$" }],
  accounts: [{ accountId: STAGING, region: "us-west-2" }],
};

/** A fake browser that records the address. */
const BROWSER = `#!/bin/sh
echo "$1" >>"$HOME/opened"
`;

/** Runs `walk` on a desktop with Kedge, whose user is signed in. */
async function signedInDesktop(
  walk: (desktop: Desktop, fake: FakePortal) => Promise<void>,
): Promise<void> {
  const desktop = await startDesktop({ background: true });
  const fake = startFakePortal();
  const planted = new Planted({ "secret of the sign-in": MARK });
  const stopWatching = planted.watchProcesses(() => []);
  try {
    const home = await configured(desktop, CONFIG);
    await signedIn(desktop, fake);
    const kedge = desktop.start([...program(), "--hidden"], {
      ...fake.env,
      PATH: await browserOf(desktop, BROWSER),
      SHELL: "/bin/bash",
      TERMINAL: "xterm",
    });
    await walk(desktop, fake);
    assert.ok(await stopWatching() > 10);
    planted.search("what Kedge printed", kedge.output());
    assert.ok(planted.searchFolder(join(home, "logs")) > 0);
    for (const file of ["config.json", "state.json"]) {
      planted.search(file, await Deno.readTextFile(join(home, file)));
    }
    // `xclip` is the test's own.
    assert.deepEqual(planted.sightings.filter(({ place }) => !place.includes("xclip")), []);
  } catch (error) {
    throw await failed(desktop, error);
  } finally {
    await stopWatching();
    await desktop.stop();
    await fake.close();
  }
}

Deno.test("an account's role is copied, opened in the console and in a terminal by keys alone, F1 leads to the guide, and quitting empties the clipboard", async () => {
  await signedInDesktop(async (desktop) => {
    const { tray, windows } = desktop;
    await tray.item();
    await menuShows(desktop, /shop-staging · 2222 2222 2222/);
    await tray.click(["Accounts", "shop-staging · 2222 2222 2222", "Roles…"]);
    const window = await drawn(desktop, "Accounts");

    // Press again until the page is ready; a later press only copies once more.
    const text = await waitFor("the credentials", async () => {
      await windows.key("ctrl+Return", window);
      const text = await copied(desktop);
      return /^export AWS_SECRET_ACCESS_KEY='.+'$/m.test(text) ? text : null;
    });
    await picture(desktop, "accounts", window);
    assert.match(text, /^export AWS_REGION='us-west-2'$/m);
    await waitFor("the mark", async () => await copied(desktop, "x-kde-passwordManagerHint") === "secret");

    await windows.key("Return", window);
    const address = await waitFor("the browser", async () => {
      const text = await Deno.readTextFile(join(desktop.home, "opened")).catch(() => "");
      return text.trim() || null;
    });
    const asked = new URLSearchParams(new URL(address.split("\n")[0]!).hash.split("?")[1]);
    assert.deepEqual([asked.get("account_id"), asked.get("role_name")], [STAGING, "Admin"]);

    await windows.key("F1", window);
    const guide = await windows.find("Guide");
    await read(desktop, guide);
    // After a click in the list the field still gets the keys, and the typed text filters the
    // sections.
    await windows.click(guide.x + 100, guide.y + 230);
    await windows.type("mfa");
    const end = { x: guide.x + 20, y: guide.y + 500, width: 200, height: 120 };
    await waitFor("few sections", async () => !await windows.shows(3, end));
    await picture(desktop, "guide", guide);
    await pressUntilGone(desktop, "Escape", "Guide");

    await windows.key("shift+Return", window);
    const terminal = await windows.find("shop-staging · 2222 2222 2222 as Admin");
    await picture(desktop, "account-terminal", terminal);

    await tray.click(["Quit Kedge"]);
    await waitFor("the clipboard to be empty", async () => await copied(desktop) === "");
    // The terminal belongs to the user and stays open.
    await windows.find("shop-staging · 2222 2222 2222 as Admin");
  });
});
