import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import type { AccountContext } from "../../../../../src/core/accounts/context.ts";
import {
  type ContextSources,
  decideContext,
  resolveAccount,
  signedIn,
} from "../../../../../src/core/actions/context/context.ts";
import type { AccountAnswer, AccountQuestion } from "../../../../../src/core/actions/run/surface.ts";
import type { LoadedAction, RunRequest, RunServices } from "../../../../../src/core/actions/run/services.ts";
import { defaultConfig } from "../../../../../src/core/config/mod.ts";
import { kedgePaths } from "../../../../../src/core/paths.ts";
import { recordingSurface } from "../../../../support/program/run_surface.ts";

const A = "111111111111", B = "222222222222", C = "333333333333";

type Sources = Partial<ContextSources> & { roles?: Record<string, string>; regions?: Record<string, string> };

function decide({ roles = {}, regions = {}, ...given }: Sources) {
  return decideContext({
    mode: "inherit",
    lastRole: (account) => roles[account],
    accountRegion: (account) => regions[account],
    ...given,
  });
}
const full = (account: string): AccountContext => ({
  account,
  role: `role-${account[0]}`,
  region: `region-${account[0]}`,
});
const whole = (account: string, role = `role-${account[0]}`, region = `region-${account[0]}`) => ({
  kind: "decided",
  context: { account, role, region },
});

const cases: [name: string, given: Sources, decision: unknown][] = [
  ["none wins over everything", { mode: "none", flags: full(A), override: full(B), declared: full(C) }, {
    kind: "none",
  }],
  ["flags win over the override", { flags: full(A), override: full(B), declared: full(C) }, whole(A)],
  ["the override wins over the manifest", { override: full(B), declared: full(C), saved: full(A) }, whole(B)],
  ["the manifest wins over the saved answer", { declared: full(C), saved: full(A) }, whole(C)],
  ["the saved answer wins over asking", { saved: full(A) }, whole(A)],
  ["custom is the action's own", { mode: "custom", declared: full(C) }, whole(C)],
  ["nothing known is asked", {}, { kind: "ask", account: undefined, role: undefined, region: undefined }],
  ["the region of the environment does not stand in for that of the account to be chosen", {
    environmentRegion: "eu-2",
    ssoRegion: "eu-3",
  }, { kind: "ask", account: undefined, role: undefined, region: undefined, usualRegion: "eu-2" }],
  ["empty strings are absent", { declared: { account: "", role: "r" }, saved: full(A) }, whole(A)],
  [
    "a missing role is the last used one",
    { declared: { account: A, region: "r" }, roles: { [A]: "Last" } },
    whole(A, "Last", "r"),
  ],
  ["the last used role of another account does not count", {
    declared: { account: A, region: "r" },
    roles: { [B]: "Last" },
  }, { kind: "role", account: A, region: "r" }],
  ["a missing region is the account's", {
    declared: { account: A, role: "x" },
    regions: { [A]: "eu-1" },
    environmentRegion: "eu-2",
    ssoRegion: "eu-3",
  }, whole(A, "x", "eu-1")],
  [
    "else AWS_REGION",
    { declared: { account: A, role: "x" }, environmentRegion: "eu-2", ssoRegion: "eu-3" },
    whole(A, "x", "eu-2"),
  ],
  ["else ssoRegion", { declared: { account: A, role: "x" }, ssoRegion: "eu-3" }, whole(A, "x", "eu-3")],
  ["no region at all is asked", { declared: { account: A, role: "x" } }, {
    kind: "ask",
    account: A,
    role: "x",
    region: undefined,
  }],
  ["an override may set the role alone", { override: { role: "Mine" }, declared: full(C) }, whole(C, "Mine")],
  [
    "a flag may set the region alone",
    { flags: { region: "here" }, declared: full(C) },
    whole(C, "role-3", "here"),
  ],
  ["a flag's account takes no role of another account", {
    flags: { account: A },
    declared: full(C),
    environmentRegion: "e",
  }, { kind: "role", account: A, region: "e" }],
  ["nor that of an override on top of the manifest's account", {
    flags: { account: A },
    override: { role: "Mine", region: "there" },
    declared: { account: C },
    environmentRegion: "e",
  }, { kind: "role", account: A, region: "e" }],
  ["but that of an override that applies to any account", {
    flags: { account: A },
    override: { role: "Mine", region: "there" },
  }, whole(A, "Mine", "there")],
  ["a manifest's role and region without an account are those of whatever account is asked for", {
    declared: { role: "Reader", region: "eu-9" },
    environmentRegion: "e",
  }, { kind: "ask", account: undefined, role: "Reader", region: "eu-9", usualRegion: "e" }],
  ["and those of a flag's account", {
    flags: { account: A },
    declared: { role: "Reader", region: "eu-9" },
    roles: { [A]: "Last" },
    regions: { [A]: "eu-1" },
  }, whole(A, "Reader", "eu-9")],
  ["but not those of a saved answer that has its own", {
    declared: { role: "Reader", region: "eu-9" },
    saved: full(A),
  }, whole(A)],
  ["nor of an account of the user's own that has its own", {
    override: full(B),
    declared: { role: "Reader", region: "eu-9" },
  }, whole(B)],
  ["a saved answer gives the role and the region that the manifest's account leaves open", {
    declared: { account: A },
    saved: full(A),
    roles: { [A]: "Last" },
    regions: { [A]: "eu-1" },
  }, whole(A)],
  ["but not what the manifest names", {
    declared: { account: A, role: "Reader" },
    saved: full(A),
  }, whole(A, "Reader")],
  ["nor what an override of the role alone names", {
    override: { role: "Mine" },
    declared: { account: A },
    saved: full(A),
  }, whole(A, "Mine")],
  ["nor anything of another account", {
    declared: { account: C, region: "r" },
    saved: full(A),
  }, { kind: "role", account: C, region: "r" }],
  [
    "also for an override's account",
    { override: { account: A }, declared: full(C), saved: full(A) },
    whole(A),
  ],
  ["and for a flag's account", {
    flags: { account: A },
    declared: { account: A },
    saved: full(A),
  }, whole(A)],
  ["a flag's account takes what is known for it", { flags: { account: C }, declared: full(C) }, whole(C)],
];
for (const [name, given, decision] of cases) {
  Deno.test(`decideContext(): ${name}`, () => deepEqual(decide(given), decision));
}

interface Given {
  readonly accounts?: LoadedAction["accounts"];
  readonly mode?: LoadedAction["mode"];
  readonly flags?: RunRequest["flags"];
  readonly answer?: Partial<AccountAnswer> | null | Error;
  readonly signal?: AbortSignal;
  /** The roles that the credentials of each account have. */
  readonly roles?: Record<string, string[]>;
  readonly last?: Record<string, string>;
  /** The portal's region, which the configuration has once the question was asked. */
  readonly changed?: string;
}

async function resolve(given: Given) {
  const kept: unknown[] = [];
  const asked: AccountQuestion[] = [];
  const request: RunRequest = {
    paths: kedgePaths("/nowhere"),
    get config() {
      return {
        ...defaultConfig(),
        accounts: [{ accountId: A, region: "eu-1", secrets: [], ecsClusters: [] }],
        ...(given.changed && asked.length > 0 ? { ssoRegion: given.changed } : {}),
      };
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
    remember: (_request, choice) => Promise.resolve(void kept.push(choice)),
    roles: (account) => Promise.resolve(given.roles?.[account] ?? []),
    environment: () => ({}),
  } as Partial<RunServices> as RunServices;
  const surface = recordingSurface({
    chooseAccount(question) {
      asked.push(question);
      if (given.answer instanceof Error) return Promise.reject(given.answer);
      if (!given.answer) return Promise.resolve(null);
      return Promise.resolve({ account: "", role: "", region: "", remember: false, ...given.answer });
    },
  });
  const context = await resolveAccount(request, loaded, surface, services, given.signal ?? never);
  return { context, asked, kept };
}

Deno.test("resolveAccount() asks nothing when all is known", async () => {
  const { context, asked, kept } = await resolve({ accounts: { declared: { account: A, role: "R" } } });
  deepEqual([context, asked, kept], [{ account: A, role: "R", region: "eu-1" }, [], []]);
});

Deno.test("resolveAccount() takes the only role there is", async () => {
  const { context, asked } = await resolve({
    accounts: { declared: { account: A } },
    roles: { [A]: ["Only"] },
  });
  deepEqual([context, asked], [{ account: A, role: "Only", region: "eu-1" }, []]);
});

Deno.test("resolveAccount() runs as a user who has no role", async () => {
  const { context, kept } = await resolve({ accounts: { declared: { account: A } }, roles: { [A]: [""] } });
  deepEqual([context, kept], [{ account: A, role: "", region: "eu-1" }, []]);
});

Deno.test("resolveAccount() asks which of several roles", async () => {
  const { context, asked } = await resolve({
    accounts: { declared: { account: A } },
    roles: { [A]: ["One", "Two"] },
    answer: { account: A, role: "Two", region: "eu-1" },
  });
  deepEqual(asked[0]!.roles, ["One", "Two"]);
  equal(asked[0]!.account, A);
  deepEqual(context, { account: A, role: "Two", region: "eu-1" });
});

Deno.test("resolveAccount() remembers an answer, whole, when the user wants that", async () => {
  const { context, kept } = await resolve({ answer: { account: A, remember: true }, last: { [A]: "Last" } });
  deepEqual(context, { account: A, role: "Last", region: "eu-1" });
  deepEqual(kept, [{ account: A, role: "Last", region: "eu-1" }]);
  deepEqual((await resolve({ answer: { account: A, role: "R" } })).kept, []);
});

Deno.test("resolveAccount() takes the configuration that the user changed while the question was open", async () => {
  const { context } = await resolve({ answer: { account: B, role: "R" }, changed: "eu-2" });
  deepEqual(context, { account: B, role: "R", region: "eu-2" });
});

const OTHER = { account: A, role: "R", region: "r", remember: true };
const NOT_THERE = /the answer is for account 111111111111, and the action runs in 333333333333/;
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
  [
    "the answer is for another account than the decided one, whose region is asked",
    { accounts: { declared: { account: C, role: "R" } }, answer: OTHER },
    NOT_THERE,
  ],
  [
    "the answer is for another account than the decided one, whose role is asked",
    { accounts: { override: { account: C, region: "r" } }, answer: OTHER },
    NOT_THERE,
  ],
];
for (const [name, given, refused, stopped] of refusals) {
  Deno.test(`resolveAccount() refuses when ${name}`, async () => {
    const { context, kept } = await resolve(given);
    ok(context && "refused" in context);
    match(context.refused, refused);
    equal(context.stopped, stopped);
    deepEqual(kept, []);
  });
}

Deno.test("resolveAccount() rejects when the run is stopped while the user is asked", async () => {
  const signal = AbortSignal.abort();
  await rejects(resolve({ answer: new Error("stopped"), signal }), { name: "AbortError" });
});

Deno.test("resolveAccount() asks nothing for an action that needs no account", async () => {
  const { context, asked } = await resolve({ mode: "none", flags: { account: A } });
  deepEqual([context, asked], [null, []]);
});

const context = { account: "111111111111", role: "Admin", region: "eu-west-1" };
const never = new AbortController().signal;

const CASES: readonly [
  what: string,
  needed: boolean[],
  answers: boolean[],
  result: boolean,
  asked: number,
][] = [
  ["somebody is signed in", [false], [], true, 0],
  ["the user signs in", [true, false], [true], true, 1],
  ["the user does not want to", [true], [false], false, 1],
  ["the user signs in as somebody who may not", [true, true, true, true], [true, true, true], true, 3],
];
for (const [what, needed, answers, result, asked] of CASES) {
  Deno.test(`signedIn() is ${result} and asks ${asked} times when ${what}`, async () => {
    const left = [...needed], asks: unknown[] = [];
    const signIn = (of: unknown) => Promise.resolve((asks.push(of), answers[asks.length - 1]!));
    const signInNeeded = () => Promise.resolve(left.shift()!);
    equal(await signedIn(context, { signIn }, { signInNeeded }, never), result);
    deepEqual(asks, Array(asked).fill(context));
  });
}

Deno.test("signedIn() lets the action go on when no user can be asked", async () => {
  const signInNeeded = () => Promise.reject(new Error("asked"));
  equal(await signedIn(context, {}, { signInNeeded }, never), true);
});
