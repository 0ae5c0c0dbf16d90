import { deepEqual } from "node:assert/strict";
import { find } from "../../../../../src/core/app/features/gate/tools/local.ts";
import type { ToolContext } from "../../../../../src/core/app/features/gate/parts.ts";
import { emptyState } from "../../../../support/pages/state.ts";

const ACCOUNT = "123456789012";

/** Regions of cached lists with the service, of its account in config.json, and those found. */
const SERVICES: readonly (readonly [cached: string[], configured: string | undefined, found: unknown[]])[] = [
  [[], undefined, [undefined]],
  [["eu-west-1"], undefined, ["eu-west-1"]],
  [["eu-west-1"], "eu-west-1", ["eu-west-1"]],
  [["eu-west-1"], "us-east-1", ["eu-west-1", "us-east-1"]],
  [["eu-west-1", "us-east-1"], undefined, ["eu-west-1", "us-east-1"]],
  [["eu-west-1", "us-east-1"], "us-east-1", ["eu-west-1", "us-east-1"]],
];
for (const [cached, region, regions] of SERVICES) {
  const lists = cached.join(" and ") || "no region";
  Deno.test(`find() gives a service of each region when lists of ${lists} and an account of ${region} have it`, async () => {
    const service = cached.map((region) => ({ account: ACCOUNT, region, name: "web", of: "shop" }));
    const account = {
      accountId: ACCOUNT,
      roles: [],
      env: null,
      ecsClusters: [{ name: "shop", services: ["web"] }],
      ...(region !== undefined && { region }),
    };
    const parts = {
      store: { get: () => ({ ...emptyState(), accounts: [account] }) },
      resources: { names: { load: () => null, names: () => ({ service }) } },
    };
    const answer = await find({ kind: "service" }, { parts, about: () => {} } as unknown as ToolContext);
    const found = regions.map((region) => ({
      kind: "service",
      account: ACCOUNT,
      cluster: "shop",
      service: "web",
      ...(region !== undefined && { region }),
    }));
    deepEqual(answer, { status: "done", value: { found, from: 0, total: found.length, truncated: false } });
  });
}
