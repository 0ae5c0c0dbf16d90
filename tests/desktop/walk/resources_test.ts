import assert from "node:assert/strict";
import { startFakeEcs } from "../../support/cloud/fake_ecs.ts";
import { putSecrets } from "../../support/cloud/put_secret.ts";
import { Planted } from "../../support/program/planted.ts";
import { program } from "../../support/program/program.ts";
import { startMoto } from "../../support/servers/moto.ts";
import { serveNotifications } from "../../support/servers/notifications.ts";
import { copied, type Desktop, startDesktop, waitFor } from "../harness/mod.ts";
import { configured, drawn, failed, openPalette, picture, pressUntilGone } from "./stage.ts";

const ACCOUNT = "123456789012";
const PASSWORD = `walk-planted-${crypto.randomUUID().slice(0, 8)}`;
const CONFIG = {
  accounts: [{
    accountId: ACCOUNT,
    env: "prd",
    region: "eu-central-1",
    secrets: [{ label: "Database", id: "shop/db" }],
    ecsClusters: [{ name: "shop", services: ["web"] }],
  }],
};

/** Runs the first entry of the palette for the typed text. */
async function fromPalette(
  desktop: Desktop,
  env: Readonly<Record<string, string>>,
  typed: string,
): Promise<void> {
  const palette = await openPalette(desktop, env);
  await desktop.windows.type(typed, palette);
  await desktop.windows.key("Return", palette);
}

/** The title of every window names the account; this one has no name, so its number is shown. */
const LOGS = /^Logs · web · 1234 5678 9012/;

Deno.test("from the palette to one key of a secret, and to a service's logs, its redeployment and the notification of its end, by keys alone", async () => {
  const [desktop, moto] = await Promise.all([startDesktop({ background: true }), startMoto()]);
  const fake = startFakeEcs();
  const notifications = await serveNotifications(desktop.env.DBUS_SESSION_BUS_ADDRESS!);
  const planted = new Planted({ "a key of a secret": PASSWORD });
  try {
    await putSecrets(moto.url, "eu-central-1", {
      "shop/db": JSON.stringify({ password: PASSWORD, user: "app" }),
    });
    fake.services.push({
      cluster: "shop",
      name: "web",
      desired: 2,
      running: 2,
      rollout: "COMPLETED",
      events: ["(service web) has reached a steady state."],
      tasks: [{ id: "web0001", status: "RUNNING" }],
    });
    fake.groups.set("/ecs/shop", [{ stream: "ecs/web/web0001", at: Date.now(), message: "listening" }]);
    const home = await configured(desktop, CONFIG);
    const env = {
      AWS_ACCESS_KEY_ID: "own-key",
      AWS_SECRET_ACCESS_KEY: "own-secret",
      AWS_ENDPOINT_URL: moto.url,
      AWS_ENDPOINT_URL_ECS: fake.url,
      AWS_ENDPOINT_URL_CLOUDWATCH_LOGS: fake.url,
    };
    const stop = planted.watchProcesses(() => []);
    const kedge = desktop.start([...program(), "--hidden"], env);
    await desktop.tray.item();

    await fromPalette(desktop, env, "database shop");
    const secrets = await drawn(desktop, /^Secrets · 1234 5678 9012/);
    // The secret is read when its window opens; then Enter copies its first key.
    await waitFor("the key of the secret", async () => {
      await desktop.windows.key("Return", secrets);
      return await copied(desktop) === PASSWORD;
    });
    await picture(desktop, "secrets", secrets);

    await fromPalette(desktop, env, "web shop");
    const services = await drawn(desktop, /^Services · 1234 5678 9012/);
    // Press again only when no window opened: each press raises the logs once more, over the window
    // that is typed into next.
    const opened = () => desktop.windows.find(LOGS, 8_000).catch(() => null);
    await waitFor("the logs", async () => {
      await desktop.windows.key("Return", services);
      return await opened();
    });
    const logs = await drawn(desktop, LOGS);
    await waitFor("the logs to be in front", async () => await desktop.windows.focused() === logs.id);
    await picture(desktop, "logs", logs);

    await desktop.windows.key("ctrl+k", services);
    await desktop.windows.type("Redeploy", services);
    await desktop.windows.key("Return", services);
    const asked = () => Promise.resolve(fake.calls.includes("UpdateService"));
    await waitFor("the redeployment", async () => {
      // The question may ignore keys at first.
      await desktop.windows.key("ctrl+a", services);
      await desktop.windows.type("web", services);
      await desktop.windows.key("Return", services);
      // Wait long enough, because a second confirmation would redeploy twice.
      return await waitFor("its call", asked, 6000).catch(() => false);
    });
    await picture(desktop, "services", services);

    // A notification reports the end wherever the user is, with a button that opens the service.
    await pressUntilGone(desktop, "Escape", services.title);
    fake.services[0]!.rollout = "COMPLETED";
    await waitFor("the notification", () => Promise.resolve(notifications.shown.length > 0));
    const [told] = notifications.shown;
    assert.deepEqual([told!.title, told!.message], ["Redeploy: web", "Done: 2 running."]);
    assert.deepEqual(told!.actions, ["default", "Show the service", "open", "Show the service"]);
    notifications.press(told!.id, "open");
    await picture(desktop, "after-redeploy", await drawn(desktop, services.title));

    await stop();
    planted.search("what Kedge printed", kedge.output());
    planted.searchFolder(home);
    planted.search("notifications", JSON.stringify(notifications.shown));
    // `xclip` is the test's own.
    assert.deepEqual(planted.sightings.filter(({ place }) => !place.includes("xclip")), []);
  } catch (error) {
    throw await failed(desktop, error, `asked: ${fake.calls.join(" ")}`);
  } finally {
    await notifications.stop();
    await desktop.stop();
    await Promise.all([moto.stop(), fake.stop()]);
  }
});
