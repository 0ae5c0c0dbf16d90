import { deepEqual } from "node:assert/strict";
import { join } from "node:path";
import { tokenFile } from "../../../src/core/aws/session/names.ts";
import { formatToken } from "../../../src/core/aws/session/token.ts";
import { Secret } from "../../../src/core/secret.ts";
import { startFakePortal } from "../../support/cloud/fake_portal.ts";
import { PORTAL } from "../../support/cloud/stage.ts";
import { allProcesses, descendants } from "../../support/program/processes.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import { startKeyring, waitFor } from "../harness/mod.ts";
import { processesOf } from "../windows/bench.ts";
import { drawn, menuShows, pressUntilGone, read } from "../walk/stage.ts";
import { LONG, whileBusy } from "./stage.ts";

Deno.test("a Kedge that is killed leaves no action and no window, and the next start reports how its runs ended", () =>
  whileBusy(async ({ desktop, kedge, actions, again }) => {
    const { windows } = desktop;
    await kedge.kill("SIGKILL");
    await waitFor("the actions to end", async () => (await actions()).length === 0);
    await waitFor("the windows to go", async () => (await windows.list()).length === 0);
    await again();
    await desktop.tray.click(["Actions", "Do asks"]);
    const question = await windows.find(/^Do asks/, LONG);
    await pressUntilGone(desktop, "Return", question.title);
  }));

Deno.test("an action that is killed while it asks has failed, takes its question along, and the other goes on", () =>
  whileBusy(async ({ desktop, asking }) => {
    const question = await desktop.windows.find(/^Do asks/);
    Deno.kill(asking, "SIGKILL");
    await desktop.windows.gone(question.title);
    await menuShows(desktop, /Do works.*40 ?%/);
  }));

Deno.test("a panel that dies while its menu is open takes nothing along: the icon is there again with the next one", () =>
  whileBusy(async ({ desktop, actions }) => {
    const { tray } = desktop;
    const before = await actions();
    await tray.activate();
    await desktop.stopPanel();
    await desktop.startPanel();
    await tray.item(LONG);
    await menuShows(desktop, /Do works.*40 ?%/);
    deepEqual(await actions(), before);
    await menuShows(desktop, /Do asks · waits for you/);
  }));

Deno.test("a database that falls silent and dies in the middle of a test is reported, and Kedge goes on", async () => {
  const postgres = await startPostgres();
  let stopped: Promise<void> | undefined;
  const stop = () => stopped ??= postgres.stop();
  const servers = [{ name: "orders", engine: "postgres", host: "127.0.0.1", port: postgres.port }];
  try {
    await whileBusy(async ({ desktop }) => {
      const { tray, windows } = desktop;
      await Deno.writeTextFile(
        join(desktop.home, ".kedge/config.json"),
        JSON.stringify({ version: 2, servers }),
      );
      await menuShows(desktop, /orders · /);
      await postgres.pause();
      await tray.click(["Servers", "orders…*", "Test connection"]);
      const login = await drawn(desktop, /orders/, LONG);
      await read(desktop, login);
      await windows.type("app", login);
      await windows.key("Tab", login);
      await windows.type("wrong", login);
      // The press starts the test, which may end before the window's closing is noticed.
      await Promise.all([
        menuShows(desktop, /Testing/, LONG).then(stop),
        pressUntilGone(desktop, "Return", login.title),
      ]);
      await menuShows(desktop, /orders .*(ended|closed|refused|failed)/i, LONG);
      await menuShows(desktop, /Do works.*40 ?%/);
    });
  } finally {
    await stop();
  }
});

Deno.test("a window process that is killed comes back with the question, which is answered, and the runs go on", () =>
  whileBusy(async ({ desktop, actions }) => {
    const { windows, env } = desktop;
    const before = await actions();
    const child = async () => (await processesOf(env.XDG_RUNTIME_DIR!, "windows/child/main.ts"))[0];
    const killed = await child();
    Deno.kill(killed!, "SIGKILL");
    await waitFor("another window process", async () => {
      const pid = await child();
      return pid !== undefined && pid !== killed;
    }, LONG);
    const question = await windows.find(/^Do asks/, LONG);
    deepEqual(await actions(), before);
    await waitFor("the question to be answered", async () => {
      if (!(await desktop.tray.menuText()).includes("waits for you")) return true;
      // The closed window may belong to the process that was killed.
      await pressUntilGone(desktop, "Return", question.title);
      return false;
    }, LONG);
    await menuShows(desktop, /Do works.*40 ?%/);
  }));

Deno.test("a tray helper that is killed comes back with the same menu, and the runs go on", () =>
  whileBusy(async ({ desktop, kedge, actions }) => {
    const before = await actions();
    const helper = async () => {
      const all = await allProcesses();
      const names = await Promise.all(
        descendants(kedge.pid, all).map(async (pid) =>
          [pid, await Deno.readTextFile(`/proc/${pid}/cmdline`).catch(() => "")] as const
        ),
      );
      return names.find(([, command]) => /tray_linux/.test(command))?.[0];
    };
    const killed = await helper();
    Deno.kill(killed!, "SIGKILL");
    await waitFor("another helper", async () => {
      const pid = await helper();
      return pid !== undefined && pid !== killed;
    }, LONG);
    await menuShows(desktop, /Do works.*40 ?%/, LONG);
    await menuShows(desktop, /Do asks · waits for you/);
    deepEqual(await actions(), before);
  }, { KEDGE_TRAY: "systray2" }));

Deno.test("a keyring that hangs and dies while a connection wants its password leaves the question to the user, and the runs go on", async () => {
  const postgres = await startPostgres();
  const servers = [{ name: "orders", engine: "postgres", host: "127.0.0.1", port: postgres.port }];
  try {
    await whileBusy(async ({ desktop, paths }) => {
      const { tray } = desktop;
      const keyring = await startKeyring(desktop);
      await Deno.writeTextFile(paths.config, JSON.stringify({ version: 2, servers }));
      await menuShows(desktop, /orders · /);
      Deno.kill(keyring.pid, "SIGSTOP");
      await tray.click(["Servers", "orders…*", "Test connection"]);
      await keyring.kill();
      const login = await desktop.windows.find("Sign in to orders", LONG);
      await pressUntilGone(desktop, "Escape", login.title);
      await menuShows(desktop, /orders · /);
      await menuShows(desktop, /Do works.*40 ?%/);
    });
  } finally {
    await postgres.stop();
  }
});

Deno.test("a portal that dies while accounts are listed is reported with the next step, and known accounts stay", async () => {
  const fake = startFakePortal();
  try {
    await whileBusy(async ({ desktop, paths }) => {
      const tokens = join(desktop.home, ".aws/sso/cache");
      await Deno.mkdir(tokens, { recursive: true });
      const { accessToken, expiresAt } = fake.open();
      const token = { ...PORTAL, accessToken: new Secret(accessToken), expiresAt };
      await Deno.writeTextFile(join(tokens, await tokenFile(PORTAL.startUrl)), formatToken(token));
      const { startUrl: ssoStartUrl, region: ssoRegion } = PORTAL;
      await Deno.writeTextFile(paths.config, JSON.stringify({ version: 2, ssoStartUrl, ssoRegion }));
      await menuShows(desktop, /shop-staging · 2222 2222 2222/, LONG);
      await fake.close();
      await desktop.tray.click(["Signed in…*", "Refresh accounts"]);
      await menuShows(desktop, /no network|not reached|cannot be reached/i, LONG);
      await menuShows(desktop, /shop-staging · 2222 2222 2222/);
      await menuShows(desktop, /Do works.*40 ?%/);
    }, fake.env);
  } finally {
    await fake.close();
  }
});
