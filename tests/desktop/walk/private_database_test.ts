import assert from "node:assert/strict";
import { join } from "node:path";
import { startFakeEcs, webService } from "../../support/cloud/fake_ecs.ts";
import { startPrivateDatabase } from "../../support/cloud/private_database.ts";
import { admitByTokens, startTokenCheck } from "../../support/cloud/rds_tokens.ts";
import { Planted } from "../../support/program/planted.ts";
import { program } from "../../support/program/program.ts";
import { startDesktop, waitFor } from "../harness/mod.ts";
import { configured, drawn, failed, insist, openPalette, picture } from "./stage.ts";

const ACCOUNT = "123456789012", REGION = "eu-central-1";
const KEYS = { accessKeyId: "AKIDPRIVATE", secretAccessKey: `secret-${crypto.randomUUID()}` };
const TASK = "0123456789abcdef0123456789abcdef";

/** Keys from the open palette to the query window: at first through its page, later directly. */
const FIRST = ["o", "r", "Return", "Return"], AGAIN = ["o", "r", "ctrl+Return"];

/** Returns the text of all files in a folder. */
async function textIn(folder: string): Promise<string> {
  let text = "";
  for (const { name, isDirectory } of await Array.fromAsync(Deno.readDir(folder)).catch(() => [])) {
    const path = join(folder, name);
    if (isDirectory) text += await textIn(path);
    // Skip files that are still being written; these begin with a dot.
    else if (!name.startsWith(".")) text += await Deno.readTextFile(path).catch(() => "");
  }
  return text;
}

Deno.test("a private database is a query window after four keys of the palette, by a token of IAM and through a running task, with nothing configured", async () => {
  const [desktop, ecs] = [await startDesktop({ background: true }), startFakeEcs()];
  const stage = await startPrivateDatabase({
    extra: { EnableIAMDatabaseAuthentication: "true", MasterUsername: "iam_user" },
  });
  const check = startTokenCheck(() => ({ ...KEYS, region: REGION, endpoint: `${stage.host}:${stage.port}` }));
  const planted = new Planted({ "the secret key": KEYS.secretAccessKey });
  const { windows } = desktop;
  try {
    await admitByTokens(stage.postgres, "iam_user", check.port);
    ecs.services.push(webService());
    const networkInterface = await stage.networkInterface(stage.groups.near);
    ecs.before = (operation) =>
      operation === "DescribeTasks"
        ? Response.json({
          tasks: [{
            taskArn: `arn:aws:ecs:${REGION}:${ACCOUNT}:task/shop/${TASK}`,
            group: "service:web",
            lastStatus: "RUNNING",
            enableExecuteCommand: true,
            containers: [{
              name: "web",
              runtimeId: `${TASK}-1`,
              managedAgents: [{ name: "ExecuteCommandAgent", lastStatus: "RUNNING" }],
            }],
            attachments: [{
              type: "ElasticNetworkInterface",
              details: [{ name: "networkInterfaceId", value: networkInterface }],
            }],
          }],
        })
        : operation === "ListTasks"
        ? Response.json({ taskArns: [`arn:aws:ecs:${REGION}:${ACCOUNT}:task/shop/${TASK}`] })
        : undefined;
    const home = await configured(desktop, { accounts: [{ accountId: ACCOUNT, region: REGION }] });
    const env = {
      AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
      AWS_ENDPOINT_URL: stage.manager.url,
      AWS_ENDPOINT_URL_ECS: ecs.url,
      KEDGE_DATABASE_CA: stage.authorities,
    };
    const kedge = desktop.start([...program(), "--hidden"], env);
    await desktop.tray.item();
    const page = () => drawn(desktop, /^Databases/);

    // Open the account's databases once, so that their names are cached.
    const first = await openPalette(desktop, env);
    await windows.type("databases", first);
    await windows.key("Return", first);
    const list = await page();
    await waitFor("its list to be kept", async () => (await textIn(join(home, "cache"))).includes("orders"));
    await picture(desktop, "private-list", list);
    await windows.key("Escape", list);
    await windows.gone(list.title);

    for (const keys of [FIRST, AGAIN]) {
      assert.ok(keys.length <= 4);
      const window = await openPalette(desktop, env);
      await windows.type(keys.filter((key) => key.length === 1).join(""), window);
      await windows.key(keys[2]!, window);
      const query = async () => (await windows.list()).find(({ title }) => /^orders · .*Query/.test(title));
      if (keys === FIRST) {
        const shown = await page();
        await picture(desktop, "private-page", shown);
        await insist("the query window", 20_000, async () => await query() !== undefined, async () => {
          await windows.key("Return", shown);
        });
      } else await waitFor("the query window", async () => await query() !== undefined, 60_000);
      const opened = await drawn(desktop, (await query())!), sql = `select 40 + ${keys.length}`;
      await insist(
        "the rows",
        20_000,
        async () => (await textIn(join(home, "queries"))).includes(sql),
        async () => {
          await windows.activate(opened);
          await windows.key("ctrl+a", opened);
          await windows.type(sql, opened);
          await windows.key("ctrl+Return", opened);
        },
      );
      await picture(desktop, `private-rows-${keys.length}`, opened);
      assert.equal(stage.manager.sessions.at(-1)!.target, `ecs:shop_${TASK}_${TASK}-1`);
      for (const window of await windows.list()) {
        if (!/^(orders|Databases)/.test(window.title)) continue;
        await windows.key("alt+F4", window);
        await waitFor("its end", async () => !(await windows.list()).some(({ id }) => id === window.id));
      }
    }
    assert.deepEqual([check.refused, stage.manager.faults], [[], []]);
    assert.ok(check.accepted.length > 0);
    planted.search("what Kedge printed", kedge.output());
    planted.searchFolder(home);
    assert.deepEqual(planted.sightings, []);
  } catch (error) {
    throw await failed(desktop, error, `refused: ${check.refused.join(", ")}`);
  } finally {
    await desktop.stop();
    await Promise.all([stage.stop(), ecs.stop(), check.stop()]);
  }
});
