import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { startFakeEcs, webService } from "../../support/cloud/fake_ecs.ts";
import { startSessionManager } from "../../support/cloud/session_manager.ts";
import { MARK, startFakePortal } from "../../support/cloud/fake_portal.ts";
import { PORTAL } from "../../support/cloud/stage.ts";
import { Planted } from "../../support/program/planted.ts";
import { program } from "../../support/program/program.ts";
import { startDesktop, waitFor } from "../harness/mod.ts";
import { configured, drawn, failed, insist, openPalette, picture, signedIn } from "./stage.ts";

const STAGING = "222222222222";
const CONFIG = {
  ssoStartUrl: PORTAL.startUrl,
  ssoRegion: PORTAL.region,
  accounts: [{
    accountId: STAGING,
    region: "eu-central-1",
    ecsClusters: [{ name: "shop", services: ["web"] }],
  }],
};

Deno.test("a terminal in a container: Kedge's own, signed with the role of the account, in a real terminal, without AWS's programs", async () => {
  const desktop = await startDesktop({ background: true });
  const portal = startFakePortal(), fake = startFakeEcs();
  const manager = await startSessionManager({ next: fake.url });
  const planted = new Planted({ "secret of the sign-in": MARK });
  const stopWatching = planted.watchProcesses(() => []);
  try {
    fake.services.push(webService());
    const home = await configured(desktop, CONFIG);
    await signedIn(desktop, portal);
    const env = {
      ...portal.env,
      AWS_ENDPOINT_URL_ECS: manager.url,
      AWS_ENDPOINT_URL_SSM: manager.url,
      AWS_ENDPOINT_URL_CLOUDWATCH_LOGS: fake.url,
      SHELL: "/bin/bash",
      TERMINAL: "xterm",
    };
    const kedge = desktop.start([...program(), "--hidden"], env);
    await desktop.tray.item();

    const palette = await openPalette(desktop, env);
    await desktop.windows.type("web shop service", palette);
    await desktop.windows.key("Return", palette);
    const services = await drawn(desktop, /^Services/);
    // Wait for the service, because an earlier Enter would open its logs.
    await waitFor("the service", () => fake.calls.includes("DescribeTaskDefinition"), 60_000);
    const window = async () =>
      (await desktop.windows.list()).find(({ title }) => title.startsWith("web of web"));
    await insist("the terminal", 10_000, async () => await window() !== undefined, async () => {
      await desktop.windows.activate(services);
      await desktop.windows.key("ctrl+k", services);
      await desktop.windows.type("Terminal", services);
      await desktop.windows.key("Return", services);
    });
    const session = await waitFor(
      "the session",
      () => manager.sessions[0]?.channel && manager.sessions[0],
      60_000,
    );
    assert.deepEqual([session.target, session.command], ["ecs:shop_web0001_web", "/bin/sh"]);
    // The remote shell gets the size of the terminal, and every change of it.
    await waitFor("its size", () => session.sizes.length > 0);
    const xterm = (await window())!;
    await desktop.windows.activate(xterm);
    const seen = join(desktop.home, "seen");
    await insist("what is typed", 5_000, () => existsSync(seen), async () => {
      await desktop.windows.type(`tty >${seen}.part && mv ${seen}.part ${seen}`, xterm);
      await desktop.windows.key("Return", xterm);
    });
    assert.match(await Deno.readTextFile(seen), /^\/dev\/pts\//);
    await picture(desktop, "exec");
    // Ctrl+C goes to the remote shell; Ctrl+D ends it and closes the window.
    await desktop.windows.type("sleep 600", xterm);
    await desktop.windows.key("Return", xterm);
    await desktop.windows.key("ctrl+c", xterm);
    await insist("the end", 5_000, async () => await window() === undefined, async () => {
      await desktop.windows.key("ctrl+d", xterm);
    });
    await waitFor("AWS to be told", () => session.status === "terminated");
    assert.deepEqual(manager.faults, []);
    // The credentials are those of the role from the portal, and appear in no argument or file.
    assert.match(fake.keys.get("ExecuteCommand")!, /^ASIA/);
    await stopWatching();
    planted.search("what Kedge printed", kedge.output());
    planted.searchFolder(home);
    assert.deepEqual(planted.sightings, []);
  } catch (error) {
    throw await failed(desktop, error, `asked: ${fake.calls.join(" ")}`);
  } finally {
    await desktop.stop();
    await manager.stop();
    await Promise.all([portal.close(), fake.stop()]);
  }
});
