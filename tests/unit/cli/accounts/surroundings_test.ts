/** The account that a command of an agent uses when the user has granted one. */
import { equal, rejects } from "node:assert/strict";
import type { Args } from "../../../../src/cli/args.ts";
import { NotAllowedError } from "../../../../src/cli/accounts/reporting.ts";
import { type AccountServices, targetOf } from "../../../../src/cli/accounts/surroundings.ts";
import { defaultConfig } from "../../../../src/core/config/mod.ts";
import { scopeKey } from "../../../../src/core/gate/scopes.ts";
import { kedgePaths } from "../../../../src/core/paths.ts";

const [SHOP, OTHER] = ["123456789012", "210987654321"];
/** The command's own list of accounts, which an agent can write, maps `shop` to this account. */
const around = {
  paths: kedgePaths("/nowhere"),
  config: defaultConfig(),
  cloud: {
    portalAccounts: () => Promise.resolve({ accounts: () => [{ id: SHOP, name: "shop" }] }),
    profiles: () => Promise.resolve({ profiles: new Map(), sessions: new Map() }),
  },
} as unknown as AccountServices;
const { signal } = new AbortController();
const reader = scopeKey({ kind: "account", account: SHOP, role: "Reader" });

const CASES:
  readonly (readonly [what: string, operand: string, agent: string | undefined, takes: boolean])[] = [
    ["a person", "shop/Admin", undefined, true],
    ["an agent that was let at this account and role", "shop/Reader", reader, true],
    ["an agent that names its number", `${SHOP}/Reader`, reader, true],
    ["an agent that was let at another role", "shop/Admin", reader, false],
    [
      "an agent that was let at another account of this name",
      "shop/Reader",
      reader.replace(SHOP, OTHER),
      false,
    ],
    ["an agent that was let at a server", "shop/Reader", "server", false],
  ];
for (const [what, operand, agent, takes] of CASES) {
  Deno.test(`targetOf() ${takes ? "takes" : "refuses"} the account of ${what}`, async () => {
    const args = { command: "secrets", operands: [operand], json: false, agent } as Args;
    if (takes) equal((await targetOf(args, around, signal))?.account, SHOP);
    else await rejects(targetOf(args, around, signal), NotAllowedError);
  });
}
