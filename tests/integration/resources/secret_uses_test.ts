import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import type { SecretShape } from "../../../src/core/app/features/resources/secrets.ts";
import { describeSecret, writeSecret } from "../../../src/core/aws/resources/secret_detail.ts";
import { readSecret } from "../../../src/core/aws/resources/secrets.ts";
import { callSecrets, callSsm } from "../../../src/core/aws/service/operations.ts";
import { Planted } from "../../support/program/planted.ts";
import { listed, resourcesAt } from "../../support/cloud/resources.ts";
import { account } from "../../support/pages/state.ts";
import { ACCOUNT, asUser } from "./stage.ts";
import { removeFolder } from "../../support/remove_folder.ts";

const { signal } = new AbortController();
const mark = crypto.randomUUID().slice(0, 8);
const PLANTED = {
  "a field": `field-planted-${mark}`,
  "a new value": `new-planted-${mark}`,
  "a parameter": `parameter-planted-${mark}`,
};

Deno.test("secrets are described, read, copied and changed, and their values are found nowhere", async (test) => {
  await asUser(async ({ at, moto }) => {
    const planted = new Planted(PLANTED);
    const home = await Deno.makeTempDir({ prefix: "kedge-uses-" });
    const id = "shop/orders db";
    const first = JSON.stringify({ user: "app", password: PLANTED["a field"], port: 5432 });
    await callSecrets(at, "making it", "CreateSecret", { Name: id, SecretString: first }, signal);
    const parameter = {
      Name: "/shop/key",
      Type: "SecureString",
      Value: PLANTED["a parameter"],
      KeyId: "alias/aws/ssm",
      Tier: "Standard",
    };
    await callSsm(at, "making it", "PutParameter", parameter, signal);

    const told: unknown[] = [];
    const shop = account(ACCOUNT, { name: "shop", env: "prd", region: "eu-central-1" });
    const { resources, copied, errors, store } = resourcesAt(moto.url, join(home, "cache"), [
      shop,
    ]);
    const { secrets } = resources;
    const asked = { account: ACCOUNT, role: "", id, kind: "secret" as const };

    await test.step("the list names both, and is kept without values", async () => {
      const list = secrets.list({ account: ACCOUNT, role: "" });
      await listed(list);
      const read = await list.rows("shop").read(0, 10, signal);
      told.push(read);
      deepEqual(read.ok && read.rows.map(({ name }) => name).sort(), ["/shop/key", id]);
    });

    await test.step("detail() has versions and the last change", async () => {
      const read = await secrets.detail(asked).read(0, 1, signal);
      told.push(read);
      const [detail] = read.ok ? read.rows : [];
      deepEqual([detail?.name, detail?.rotates, detail?.versions.length], [id, false, 1]);
      deepEqual(detail?.versions[0]?.labels, ["AWSCURRENT"]);
      equal(typeof detail?.changedAt, "number");
    });

    let version = "";
    await test.step("read() tells the keys", async () => {
      const result = await secrets.read(asked);
      told.push(result);
      const shape = (result as unknown as { value: SecretShape }).value;
      deepEqual(shape.keys, ["user", "password", "port"]);
      version = shape.version!;
    });

    await test.step("copy() puts one key on the clipboard", async () => {
      told.push(await secrets.copy({ ...asked, key: "password" }));
      deepEqual(copied, [PLANTED["a field"]]);
    });

    await test.step("write() makes a version with the other fields as they were", async () => {
      const change = { set: new Map([["password", PLANTED["a new value"]]]), remove: [] };
      const result = await secrets.write({ ...asked, version }, change, "shop");
      told.push(result);
      equal(result.ok, true, JSON.stringify(result));
      const { value } = await readSecret(at, { id }, signal);
      deepEqual(JSON.parse(value.open()), { user: "app", password: PLANTED["a new value"], port: 5432 });
      const { versions } = await describeSecret(at, "secret", id, signal);
      deepEqual(versions.map(({ labels }) => labels.join()).sort(), ["AWSCURRENT", "AWSPREVIOUS"]);
      const before = await readSecret(at, { id, kind: "secret", version }, signal);
      equal(before.value.open(), first);
      // A second write for the version read before is refused.
      const late = await secrets.write({ ...asked, version }, change, "shop");
      told.push(late);
      equal(late.ok, false);
    });

    await test.step("a parameter keeps its class, and one that is too long shows no value", async () => {
      await writeSecret(at, "parameter", "/shop/key", PLANTED["a new value"], signal);
      const detail = await describeSecret(at, "parameter", "/shop/key", signal);
      deepEqual([detail.kind, detail.versions[0]?.id], ["parameter", "2"]);
      const read = await readSecret(at, { id: "/shop/key", kind: "parameter" }, signal);
      equal(read.value.open(), PLANTED["a new value"]);
      const long = PLANTED["a new value"].repeat(400);
      const error = await writeSecret(at, "parameter", "/shop/key", long, signal).catch((error) =>
        error as Error
      );
      told.push(error);
      match(String(error), /it has \d+ bytes, and 4096 fit/);
    });

    await test.step("no value is in a message, in the state or in a file", () => {
      planted.search("what was told", Deno.inspect(told, { depth: 20 }));
      planted.search("the state", JSON.stringify(store.get()));
      planted.search("errors", Deno.inspect(errors, { depth: 20 }));
      equal(planted.searchFolder(home) > 0, true);
      deepEqual(planted.sightings, []);
      deepEqual(errors, []);
    });
    await resources.close();
    await removeFolder(home);
  });
});
