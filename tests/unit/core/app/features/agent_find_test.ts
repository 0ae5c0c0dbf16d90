import { deepEqual, ok } from "node:assert/strict";
import { find } from "../../../../../src/core/app/features/gate/tools/local.ts";
import type { ToolContext } from "../../../../../src/core/app/features/gate/parts.ts";
import { sizeOf } from "../../../../../src/core/gate/fit.ts";
import { emptyState } from "../../../../support/pages/state.ts";

Deno.test("find() gives every account in pages that fit into an answer when they have many roles", async () => {
  const roles = Array.from({ length: 50 }, (_, n) => `${n}`.padStart(64, "r"));
  const ids = Array.from({ length: 200 }, (_, n) => `${100_000_000_000 + n}`);
  const accounts = ids.map((accountId) => ({ accountId, roles, env: null }));
  const parts = {
    store: {
      get: () => ({ ...emptyState(), accounts: accounts.map((one) => ({ ...one, ecsClusters: [] })) }),
    },
    resources: { names: { load: () => Promise.resolve(), names: () => null } },
  };
  const context = { parts, about: () => {} } as unknown as ToolContext;
  const all: { readonly account: string }[] = [];
  for (let more = true; more;) {
    const answer = await find({ from: all.length }, context);
    ok(answer.status === "done" && sizeOf(answer) < 65_000, `${sizeOf(answer)} bytes`);
    const { found, total, truncated } = answer.value;
    ok(total === ids.length);
    all.push(...found as typeof all);
    more = truncated === true;
  }
  deepEqual(all.map(({ account }) => account), ids);
});
