import assert from "node:assert/strict";
import { resolveAccount } from "../../../../../src/core/actions/context/context.ts";
import type { AccountAnswer, AccountQuestion } from "../../../../../src/core/actions/run/surface.ts";
import type { LoadedAction, RunRequest, RunServices } from "../../../../../src/core/actions/run/services.ts";
import { defaultConfig } from "../../../../../src/core/config/mod.ts";
import { kedgePaths } from "../../../../../src/core/paths.ts";
import { notingSurface } from "../../../../support/program/run_surface.ts";

const A = "111111111111", B = "222222222222";

interface Given {
  readonly accounts?: LoadedAction["accounts"];
  readonly mode?: LoadedAction["mode"];
  readonly flags?: RunRequest["flags"];
  readonly answer?: Partial<AccountAnswer> | null | Error;
  /** The roles that the credentials have, by account. */
  readonly roles?: Record<string, string[]>;
  readonly last?: Record<string, string>;
}

async function resolve(given: Given) {
  const kept: unknown[] = [];
  const asked: AccountQuestion[] = [];
  const request: RunRequest = {
    paths: kedgePaths("/nowhere"),
    config: {
      ...defaultConfig(),
      accounts: [{ accountId: A, region: "eu-1", secrets: [], ecsClusters: [] }],
    },
    extension: "x",
    action: "y",
    ...(given.flags ? { flags: given.flags } : {}),
  };
  const loaded = {
    extension: { id: "x", name: "X", version: "", author: "" },
    action: { id: "y", label: "Y" },
    mode: given.mode ?? "inherit",
    accounts: given.accounts ?? {},
  } as LoadedAction;
  const services = {
    lastRole: (_request, account) => Promise.resolve(given.last?.[account]),
    useRole: (_request, account, role) => Promise.resolve(void kept.push(`${account} ${role}`)),
    remember: (_request, choice) => Promise.resolve(void kept.push(choice)),
    roles: (account) => Promise.resolve(given.roles?.[account] ?? []),
    environment: () => ({}),
  } as Partial<RunServices> as RunServices;
  const surface = notingSurface({
    chooseAccount(question) {
      asked.push(question);
      if (given.answer instanceof Error) return Promise.reject(given.answer);
      if (!given.answer) return Promise.resolve(null);
      return Promise.resolve({ account: "", role: "", region: "", remember: false, ...given.answer });
    },
  });
  const context = await resolveAccount(request, loaded, surface, services, new AbortController().signal);
  return { context, asked, kept };
}

Deno.test("resolveAccount() asks nothing when all is known, and keeps the role", async () => {
  const { context, asked, kept } = await resolve({ accounts: { declared: { account: A, role: "R" } } });
  assert.deepEqual([context, asked, kept], [{ account: A, role: "R", region: "eu-1" }, [], [`${A} R`]]);
});

Deno.test("resolveAccount() takes the only role there is", async () => {
  const { context, asked } = await resolve({
    accounts: { declared: { account: A } },
    roles: { [A]: ["Only"] },
  });
  assert.deepEqual([context, asked], [{ account: A, role: "Only", region: "eu-1" }, []]);
});

Deno.test("resolveAccount() runs as a user who has no role", async () => {
  const { context, kept } = await resolve({ accounts: { declared: { account: A } }, roles: { [A]: [""] } });
  assert.deepEqual([context, kept], [{ account: A, role: "", region: "eu-1" }, []]);
});

Deno.test("resolveAccount() asks which of several roles", async () => {
  const { context, asked } = await resolve({
    accounts: { declared: { account: A } },
    roles: { [A]: ["One", "Two"] },
    answer: { account: A, role: "Two", region: "eu-1" },
  });
  assert.deepEqual(asked[0]!.roles, ["One", "Two"]);
  assert.equal(asked[0]!.account, A);
  assert.deepEqual(context, { account: A, role: "Two", region: "eu-1" });
});

Deno.test("resolveAccount() remembers an answer, whole, when the user wants that", async () => {
  const { context, kept } = await resolve({ answer: { account: A, remember: true }, last: { [A]: "Last" } });
  assert.deepEqual(context, { account: A, role: "Last", region: "eu-1" });
  assert.deepEqual(kept, [{ account: A, role: "Last", region: "eu-1" }, `${A} Last`]);
  assert.equal((await resolve({ answer: { account: A, role: "R" } })).kept.length, 1);
});

const refusals: [name: string, given: Given, refused: RegExp, stopped?: boolean][] = [
  ["the user cancels", { answer: null }, /no account was chosen/, true],
  ["there is nobody to ask", { answer: new Error("no terminal") }, /no terminal/],
  ["the answer is no account", { answer: { account: "shop" } }, /"shop" is not an account id/],
  [
    "no region is known",
    { answer: { account: B, role: "R" } },
    /no region is known for account 222222222222/,
  ],
  ["no role is known", { answer: { account: B, region: "r" } }, /no role is known for account 222222222222/],
];
for (const [name, given, refused, stopped] of refusals) {
  Deno.test(`resolveAccount() refuses when ${name}`, async () => {
    const { context, kept } = await resolve(given);
    assert.ok(context && "refused" in context);
    assert.match(context.refused, refused);
    assert.equal(context.stopped, stopped);
    assert.deepEqual(kept, []);
  });
}

Deno.test("resolveAccount() asks nothing for an action that needs no account", async () => {
  const { context, asked } = await resolve({ mode: "none", flags: { account: A } });
  assert.deepEqual([context, asked], [null, []]);
});
