import { deepEqual } from "node:assert/strict";
import { listsOf } from "../../../../../src/core/app/features/resources/list_of.ts";
import { type ContainerRow, servicesBy } from "../../../../../src/core/resources/kinds/services/mod.ts";
import type { ServiceRow } from "../../../../../src/core/aws/containers/services.ts";
import { account } from "../../../../support/pages/state.ts";
import { listBase, store as storeOf, until } from "../fixtures.ts";
import { rowsOf } from "../../../../support/pages/resources.ts";

const ID = "123456789012";

const service = (cluster: string, name: string, rollout?: string): ServiceRow => ({
  cluster,
  name,
  status: "ACTIVE",
  desired: 1,
  running: 1,
  pending: 0,
  ...(rollout === undefined ? {} : { rollout }),
});
const cluster = (cluster: string) => ({
  cluster,
  status: "ACTIVE",
  services: 1,
  running: 0,
  pending: 0,
  instances: 0,
});

/** Returns the names in the list of services that match; config.json has only `shop/web`. */
async function listed(services: readonly ServiceRow[], search = ""): Promise<readonly string[]> {
  const store = storeOf();
  store.slice("accounts").update(() => [account(ID, { ecsClusters: [{ name: "shop", services: ["web"] }] })]);
  const kind = servicesBy(() =>
    Promise.resolve({
      async *services() {
        await Promise.resolve();
        yield [...services];
      },
      async *clusters() {
        await Promise.resolve();
        yield [cluster("shop-10"), cluster("shop-2")];
      },
    })
  );
  const list = listsOf(kind, listBase({ store }))({ account: ID });
  let loaded = false;
  const look = async () => {
    const rows = await rowsOf(list.status, 1);
    loaded = rows[0]!.at !== null && !rows[0]!.loading;
  };
  const end = list.status.subscribe(() => {});
  await until(() => (void look(), loaded));
  end();
  const nameOf = (row: ContainerRow) => row.kind === "service" ? `${row.cluster}/${row.name}` : row.cluster;
  return (await rowsOf(list.rows(search))).map(nameOf);
}

Deno.test("servicesBy() has what failed first, then the configuration's, then names by their numbers, clusters last", async () => {
  const rows = [
    service("jobs", "job-10"),
    service("jobs", "job-2"),
    service("shop", "api-10"),
    service("shop", "api-9"),
    service("jobs", "job-11", "FAILED"),
    service("jobs", "job-3", "FAILED"),
    service("shop", "web"),
    service("jobs", "job-1", "IN_PROGRESS"),
  ];
  deepEqual(await listed(rows), [
    "jobs/job-3",
    "jobs/job-11",
    "shop/web",
    "shop/api-9",
    "shop/api-10",
    "jobs/job-1",
    "jobs/job-2",
    "jobs/job-10",
    "shop-2",
    "shop-10",
  ]);
});

for (
  const [typed, found] of [
    ["rolling out", ["jobs/b"]],
    ["rolling", ["jobs/b"]],
    ["failed", ["jobs/c"]],
    ["in_progress", ["jobs/b"]],
    ["completed", ["jobs/d"]],
  ] as const
) {
  Deno.test(`servicesBy() finds services by “${typed}”, as their rows say it`, async () => {
    const rows = [
      service("jobs", "a"),
      service("jobs", "b", "IN_PROGRESS"),
      service("jobs", "c", "FAILED"),
      service("jobs", "d", "COMPLETED"),
    ];
    deepEqual(await listed(rows, typed), found);
  });
}
