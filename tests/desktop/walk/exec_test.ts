import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { tokenFile } from "../../../src/core/aws/session/names.ts";
import { formatToken } from "../../../src/core/aws/session/token.ts";
import { Secret } from "../../../src/core/secret.ts";
import { startFakeEcs } from "../../support/cloud/fake_ecs.ts";
import { MARK, startFakePortal } from "../../support/cloud/fake_portal.ts";
import { PORTAL } from "../../support/cloud/stage.ts";
import { Planted } from "../../support/program/planted.ts";
import { program } from "../../support/program/program.ts";
import { awsCli } from "../../support/servers/moto.ts";
import { startDesktop, waitFor } from "../harness/mod.ts";
import { insist, isDrawn, picture } from "./stage.ts";

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

const PLUGIN = `#!/bin/bash
# Stands for AWS's session-manager-plugin: notes what it is called with and where, and opens no session.
[ $# -eq 0 ] && exit 0
{ printf '%s\\n' "$@"; tty; } >"$HOME/session.part"
mv "$HOME/session.part" "$HOME/session"
echo "A shell in the container would be here."
read -r _
`;

Deno.test("a terminal in a container: the AWS command line of the account, signed with its role, in a real terminal", async () => {
  const desktop = await startDesktop({ background: true });
  const portal = startFakePortal(), fake = startFakeEcs();
  const planted = new Planted({ "secret of the sign-in": MARK });
  const stopWatching = planted.watchProcesses(() => []);
  try {
    fake.services.push({
      cluster: "shop",
      name: "web",
      desired: 1,
      running: 1,
      rollout: "COMPLETED",
      events: [],
      tasks: [{ id: "web0001", status: "RUNNING" }],
    });
    const home = join(desktop.home, ".kedge"), tokens = join(desktop.home, ".aws/sso/cache");
    const bin = join(desktop.home, "bin");
    for (const folder of [home, tokens, bin]) await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
    await Deno.writeTextFile(join(home, "config.json"), JSON.stringify(CONFIG));
    await Deno.symlink(await awsCli(), join(bin, "aws"));
    await Deno.writeTextFile(join(bin, "session-manager-plugin"), PLUGIN, { mode: 0o755 });
    const { accessToken, expiresAt } = portal.open();
    const token = { ...PORTAL, accessToken: new Secret(accessToken), expiresAt };
    await Deno.writeTextFile(join(tokens, await tokenFile(PORTAL.startUrl)), formatToken(token), {
      mode: 0o600,
    });
    const env = {
      ...portal.env,
      AWS_ENDPOINT_URL_ECS: fake.url,
      AWS_ENDPOINT_URL_CLOUDWATCH_LOGS: fake.url,
      PATH: `${bin}:${desktop.env.PATH}`,
      SHELL: "/bin/bash",
      TERMINAL: "xterm",
    };
    const kedge = desktop.start([...program(), "--hidden"], env);
    await desktop.tray.item();

    desktop.start([...program(), "--toggle"], env);
    const palette = await desktop.windows.find("Kedge palette");
    await waitFor("the palette to be drawn", () => isDrawn(desktop, palette));
    await desktop.windows.type("web shop service", palette);
    await desktop.windows.key("Return", palette);
    const services = await desktop.windows.find(/^Services/);
    await waitFor("the services to be drawn", () => isDrawn(desktop, services));
    const session = join(desktop.home, "session");
    // There may be several roles: the first one is taken; and the page may not listen yet.
    await insist("the service", 3_000, () => fake.calls.includes("DescribeTaskDefinition"), async () => {
      await desktop.windows.key("Return", services);
    });
    const begun = async () =>
      existsSync(session) ||
      (await desktop.windows.list()).some(({ title }) => title.startsWith("web of web"));
    await insist("the terminal", 10_000, begun, async () => {
      await desktop.windows.activate(services);
      await desktop.windows.key("ctrl+k", services);
      await desktop.windows.type("Terminal", services);
      await desktop.windows.key("Return", services);
    });
    const noted = await waitFor("the session", () => Deno.readTextFile(session), 60_000);
    const [given = "", region, operation, profile, target, endpoint, terminal = ""] = noted.split("\n");
    assert.deepEqual(JSON.parse(given).sessionId, "ecs-execute-command-1");
    assert.deepEqual([region, operation, profile, endpoint], ["eu-central-1", "StartSession", "", fake.url]);
    assert.deepEqual(JSON.parse(target!), { Target: "ecs:shop_web0001_runtime-web0001" });
    assert.match(terminal, /^\/dev\/pts\//);
    // The keys are those of the role, which the portal gave, and in no argument or file.
    assert.match(fake.keys.get("ExecuteCommand")!, /^ASIA/);
    await picture(desktop, "exec");
    await stopWatching();
    planted.search("what Kedge printed", kedge.output());
    planted.searchFolder(home);
    assert.deepEqual(planted.sightings, []);
  } catch (error) {
    await picture(desktop, "failure");
    const log = await Deno.readTextFile(join(desktop.home, ".kedge/logs/kedge.log")).catch(String);
    const titles = (await desktop.windows.list().catch(() => [])).map(({ title }) => title).join(", ");
    throw new Error(`windows: ${titles}; asked: ${fake.calls.join(" ")}\n${log}`, { cause: error });
  } finally {
    await desktop.stop();
    await Promise.all([portal.close(), fake.stop()]);
  }
});
