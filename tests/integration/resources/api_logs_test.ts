import { deepEqual, equal } from "node:assert/strict";
import { callForJson } from "../../../src/core/aws/service/json.ts";
import { logGroupsKind } from "../../../src/core/resources/kinds/log_groups/mod.ts";
import { groupOwner } from "../../../src/core/resources/kinds/log_groups/owner.ts";
import { putLines } from "../../support/cloud/put_lines.ts";
import { listed, resourcesAt } from "../../support/cloud/resources.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import { account } from "../../support/pages/state.ts";
import { keysAlone } from "../../unit/core/app/fixtures.ts";
import { ACCOUNT, asUser } from "./stage.ts";

const { signal } = new AbortController();

Deno.test("the log of an API is found by the API's name", async () => {
  await asUser(async ({ moto, at }) => {
    const make = async (name: string) => {
      const { value } = await callForJson({
        ...{ doing: "making it", service: "API_GATEWAY", path: "/restapis", ...at, signal },
        headers: { "content-type": "application/json" },
        input: { name },
      });
      return String(value.id);
    };
    const [orders, hostile] = [await make("orders"), await make("a/b \u202e")];
    for (const id of [orders, hostile, "gone123"]) {
      await putLines(at, `API-Gateway-Execution-Logs_${id}/prod`, [{
        at: Date.now(),
        text: "(1) Method request",
      }]);
    }
    await putLines(at, "/aws/lambda/web", []);
    const cache = await Deno.makeTempDir({ prefix: "kedge-apis-" });
    const { resources, errors } = resourcesAt(
      moto.url,
      cache,
      [account(ACCOUNT, { region: "eu-central-1" })],
      { credentials: keysAlone(at.credentials) },
    );
    try {
      const list = resources.list(logGroupsKind, { account: ACCOUNT, role: "" });
      const status = await listed(list);
      deepEqual([status.count, status.faults, errors], [4, [], []]);
      const found = async (text: string) => {
        const read = await list.rows(text).read(0, 10, signal);
        return read.ok ? read.rows.map((row) => [row.name, groupOwner(row)]) : [];
      };
      deepEqual(await found("orders"), [[
        `API-Gateway-Execution-Logs_${orders}/prod`,
        "API orders, stage prod",
      ]]);
      equal((await found("gone123"))[0]![1], "API gone123, stage prod");
    } finally {
      await resources.close();
      await removeFolder(cache);
    }
  });
});

const OWNERS: [row: { name: string; api?: string }, owner: string][] = [
  [{ name: "/aws/lambda/web" }, "Lambda web"],
  [{ name: "/ecs/shop" }, "tasks of shop"],
  [{ name: "API-Gateway-Execution-Logs_abc/prod" }, "API abc, stage prod"],
  [{ name: "API-Gateway-Execution-Logs_abc/prod", api: "orders" }, "API orders, stage prod"],
  [{ name: "API-Gateway-Execution-Logs_abc/prod", api: "a/b $& c" }, "API a b $& c, stage prod"],
  [{ name: "/aws/lambda/web", api: "orders" }, "Lambda web"],
  [{ name: "of nobody" }, ""],
];
for (const [row, owner] of OWNERS) {
  Deno.test(`groupOwner() of ${JSON.stringify(row)} is ${JSON.stringify(owner)}`, () =>
    equal(groupOwner(row), owner));
}
