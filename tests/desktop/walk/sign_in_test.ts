import assert from "node:assert/strict";
import { join } from "node:path";
import { kedgePaths } from "../../../src/core/paths.ts";
import { type FakePortal, MARK, startFakePortal } from "../../support/cloud/fake_portal.ts";
import { PORTAL } from "../../support/cloud/stage.ts";
import { installActions, shareGoCache } from "../../support/program/actions.ts";
import { Planted } from "../../support/program/planted.ts";
import { program } from "../../support/program/program.ts";
import { type Desktop, startDesktop, waitFor } from "../harness/mod.ts";
import {
  browserOf,
  configured,
  drawn,
  failed,
  menuShows,
  openMenu,
  picture,
  pressUntilGone,
  signedIn,
} from "./stage.ts";
import { removeFolder } from "../../support/remove_folder.ts";

/** Milliseconds for a first compilation, which also builds Go's standard library. */
const COMPILE = 180_000;

const PRODUCTION = "111111111111";
const CONFIG = {
  ssoStartUrl: PORTAL.startUrl,
  ssoRegion: PORTAL.region,
  envRules: [{ env: "prd", matchName: "-production$" }, { env: "stg", matchName: "-staging$" }],
  accounts: [{ accountId: PRODUCTION, env: "prd", region: "eu-west-1" }],
};

/** An action that shows its account and region, and whether it has credentials. */
const SOURCE = `package action

import (
	"net/http"
	"os"

	"kedge"
)

func Run(k *kedge.Ctx) error {
	id, role, region := k.Account()
	request, err := http.NewRequest("GET", os.Getenv("AWS_CONTAINER_CREDENTIALS_FULL_URI"), nil)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", os.Getenv("AWS_CONTAINER_AUTHORIZATION_TOKEN"))
	response, err := k.HTTP().Do(request)
	if err != nil {
		return err
	}
	response.Body.Close()
	return k.Alert(id + " as " + role + " in " + region + ": " + response.Status)
}
`;

/**
 * A fake browser whose user is already signed in at the portal and allows everything. It records
 * the address.
 */
const BROWSER = `#!/bin/sh
echo "$1" >>"$HOME/opened"
exec curl -sL -o /dev/null "$1"
`;

/** Everything that a test needs besides the desktop. */
interface Walk {
  readonly fake: FakePortal;
  readonly home: string;
  /** Plants a session as another tool would; it ends at `expiresAt` and cannot be renewed. */
  plant(expiresAt: number): Promise<void>;
  /** Returns the addresses that the browser got. */
  opened(): Promise<string[]>;
}

async function signedOutDesktop(walk: (desktop: Desktop, parts: Walk) => Promise<void>): Promise<void> {
  const desktop = await startDesktop({ background: true });
  const fake = startFakePortal({ interval: 100 });
  const planted = new Planted({ "secret of the sign-in": MARK });
  const stopWatching = planted.watchProcesses(() => []);
  try {
    const paths = kedgePaths(await configured(desktop, CONFIG));
    await shareGoCache(paths);
    const manifest = { account: PRODUCTION, role: "Admin", contextMode: "custom" };
    await installActions(paths, "shop", [{ id: "whoami", source: SOURCE, manifest }]);
    const kedge = desktop.start([...program(), "--hidden"], {
      ...fake.env,
      PATH: await browserOf(desktop, BROWSER),
    });
    await walk(desktop, {
      fake,
      home: paths.home,
      plant: (expiresAt) => signedIn(desktop, fake, expiresAt),
      opened: () =>
        Deno.readTextFile(join(desktop.home, "opened")).then((text) => text.trim().split("\n"), () => []),
    });

    // Tokens, keys and codes are stored only in the token cache.
    assert.ok(await stopWatching() > 10);
    planted.search("what Kedge printed", kedge.output());
    assert.ok(planted.searchFolder(join(paths.home, "logs")) > 0);
    for (const file of ["config.json", "state.json"]) {
      planted.search(file, await Deno.readTextFile(join(paths.home, file)));
    }
    for await (const { name, isFile } of Deno.readDir(paths.cache)) {
      if (isFile) planted.search(name, await Deno.readFile(join(paths.cache, name)));
    }
    planted.searchFolder(join(desktop.home, ".cache"));
    // The fake browser uses curl, so secrets from the portal appear in its arguments, which is not
    // Kedge's fault.
    assert.deepEqual(planted.sightings.filter(({ place }) => !place.includes("curl")), []);
  } catch (error) {
    throw await failed(desktop, error);
  } finally {
    await stopWatching();
    await desktop.stop();
    await fake.close();
  }
}

Deno.test("an action that waits for a sign-in runs after it; the tray lists the accounts, and signing out empties it", async () => {
  await signedOutDesktop(async (desktop, { opened, fake }) => {
    const { tray, windows } = desktop;
    await tray.item();
    await menuShows(desktop, /Not signed in · d-1234567890\.awsapps\.com \(off\)\n\s*Sign in…/);
    await menuShows(desktop, /prd \(off\)\n\s*1111 1111 1111/);
    const signedOutIcon = JSON.stringify(await tray.property("IconPixmap"));

    // An action without a session opens Sign in, and no browser.
    await tray.click(["Actions", "Do whoami"]);
    const asks = await drawn(desktop, "Sign in", 60_000);
    await picture(desktop, "sign-in", asks);
    assert.deepEqual(await opened(), []);
    assert.equal(fake.count("/authorize"), 0);
    await windows.activate(asks);
    await windows.key("Return", asks);
    await windows.gone("Sign in");

    // After the sign-in the action continues with credentials.
    const shown = await drawn(desktop, "Do whoami", COMPILE);
    await picture(desktop, "sign-in-waited", shown);
    await pressUntilGone(desktop, "Return", "Do whoami");
    assert.equal(fake.count("/federation/credentials") > 0, true);

    // The browser was opened once, with an address that is useless to others.
    assert.equal((await opened()).length, 1);
    assert.match((await opened())[0]!, /^http:\/\/127\.0\.0\.1:\d+\/[\w-]+$/);
    assert.equal(fake.count("/authorize"), 1);

    await menuShows(desktop, /Signed in until [^\n]*, then renewed/);
    await menuShows(desktop, /prd \(off\)\n\s*shop-production · 1111 1111 1111/);
    await menuShows(desktop, /stg \(off\)\n\s*shop-staging · 2222 2222 2222/);
    await menuShows(desktop, /sandbox ünï · 3333 3333 3333/);
    assert.notEqual(JSON.stringify(await tray.property("IconPixmap")), signedOutIcon);

    // Opens the menu as a person does.
    await openMenu(desktop, "tray-accounts", ["Down", "Down", "Right"]);

    await tray.click(["Signed in until…*", "Sign out"]);
    await menuShows(desktop, /Not signed in/);
    await menuShows(desktop, /^(?![\s\S]*shop-staging)/);
    // Configured accounts keep the names read earlier.
    await menuShows(desktop, /shop-production · 1111 1111 1111/);
    // Kedge deletes the token before it tells AWS.
    await waitFor("AWS to be told", () => fake.count("/logout") === 1);
    await waitFor(
      "the tray's picture",
      async () => JSON.stringify(await tray.property("IconPixmap")) === signedOutIcon,
    );
    assert.equal((await opened()).length, 1);
  });
});

Deno.test("a code for any machine is shown, and its window closes by itself when the user has typed it", async () => {
  await signedOutDesktop(async (desktop, { opened, fake }) => {
    const { tray, windows } = desktop;
    await tray.item();
    await menuShows(desktop, /Not signed in/);
    await tray.click(["Actions", "Do whoami"]);
    const asks = await drawn(desktop, "Sign in", 60_000);
    // Cancel is left of the default button, and the button for a code is left of Cancel.
    await windows.activate(asks);
    for (const key of ["shift+Tab", "shift+Tab", "space"]) await windows.key(key, asks);
    const device = await waitFor("the code", () => fake.world.devices.values().next().value);
    const code = await drawn(desktop, "Sign in");
    await picture(desktop, "sign-in-code", code);
    assert.deepEqual(await opened(), []);

    // After the user has refused it elsewhere, the sign-in can be repeated. The menu does not say
    // "Not signed in" while a sign-in is running.
    await menuShows(desktop, /Signing in at/);
    fake.type(device.userCode, "denied");
    await menuShows(desktop, /Not signed in/);
    await windows.activate(code);
    await pressUntilGone(desktop, "Return", "Sign in");
    await menuShows(desktop, /Signed in until/);
  });
});

Deno.test("nothing opens a browser while a session ends, is ended, vanishes, or a program asks for credentials", async () => {
  await signedOutDesktop(async (desktop, { opened, fake, plant }) => {
    const { tray, windows } = desktop;
    await tray.item();
    await menuShows(desktop, /Not signed in/);
    await plant(Date.now() + 3_600_000);
    await menuShows(desktop, /Signed in until/);
    await plant(Date.now() + 2_000);
    await menuShows(desktop, /Your sign-in ended at/);

    // Another tool signs in, and then AWS ends the session, which the next call notices.
    await plant(Date.now() + 3_600_000);
    await menuShows(desktop, /Signed in until/);
    fake.world.sessions = [];
    await waitFor("the menu to tell that AWS has ended it", async () => {
      if (/AWS has ended your sign-in/.test(await tray.menuText())) return true;
      // A running call may have noticed it already; then the menu has no "Refresh accounts".
      const { id } = await tray.find(["Signed in until…*", "Refresh accounts"]);
      await tray.event(id, "clicked");
      return false;
    });
    await removeFolder(join(desktop.home, ".aws"));
    await menuShows(desktop, /Not signed in/);

    // A program asks for credentials, as AWS tools do.
    const [deno, ...rest] = program("--credentials", `${PRODUCTION}/Admin`);
    const { code } = await new Deno.Command(deno, {
      args: rest,
      env: { ...desktop.env, ...fake.env },
      clearEnv: true,
      stdout: "null",
      stderr: "null",
    }).output();
    assert.equal(code, 1);
    assert.deepEqual((await windows.list()).map(({ title }) => title), []);
    assert.deepEqual(await opened(), []);
    assert.deepEqual([fake.count("/authorize"), fake.count("/device_authorization")], [0, 0]);
  });
});
