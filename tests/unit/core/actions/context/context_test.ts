import assert from "node:assert/strict";
import type { AccountContext } from "../../../../../src/core/accounts/context.ts";
import { type ContextSources, decideContext } from "../../../../../src/core/actions/context/context.ts";

const A = "111111111111", B = "222222222222", C = "333333333333";

type Given = Partial<ContextSources> & { roles?: Record<string, string>; regions?: Record<string, string> };

function decide({ roles = {}, regions = {}, ...given }: Given) {
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

const cases: [name: string, given: Given, decision: unknown][] = [
  ["none wins over everything", { mode: "none", flags: full(A), override: full(B), declared: full(C) }, {
    kind: "none",
  }],
  ["flags win over the override", { flags: full(A), override: full(B), declared: full(C) }, whole(A)],
  [
    "the override wins over the manifest",
    { override: full(B), declared: full(C), saved: full(A) },
    whole(B),
  ],
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
  [
    "an override may set the role alone",
    { override: { role: "Mine" }, declared: full(C) },
    whole(C, "Mine"),
  ],
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
  ["a flag's account takes what is known for it", { flags: { account: C }, declared: full(C) }, whole(C)],
];
for (const [name, given, decision] of cases) {
  Deno.test(`decideContext(): ${name}`, () => assert.deepEqual(decide(given), decision));
}
