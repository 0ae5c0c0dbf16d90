import { deepEqual, equal, match, ok } from "node:assert/strict";
import { type Off, triedOrder, triedTwice } from "../../../../src/core/rules/match.ts";
import { createRuleEvaluator } from "../../../../src/core/rules/mod.ts";

type Rule = { env: string; matchName?: string; matchEmail?: string; flags?: string };

const rule = (given: Rule) => ({ flags: "i", ...given });

/** Limits of a whole labelling in ms; the program's own would end it on a busy machine. */
const TOTAL = 60_000, GRACE = 300_000;

/** Labels accounts with a new evaluator, and closes it. */
async function label(rules: Rule[], accounts: { name?: string; email?: string }[], limit?: number) {
  const evaluator = createRuleEvaluator(limit, TOTAL, GRACE);
  try {
    return await evaluator.label(rules.map(rule), accounts);
  } finally {
    evaluator.close();
  }
}

const PRD = { env: "prd", matchName: "-production$" };
const DEV = { env: "dev", matchEmail: "^dev@" };

/** Rules, an account, and the resulting environment and rule. */
const CASES:
  readonly (readonly [string, Rule[], { name?: string; email?: string }, string | null, number | null])[] = [
    ["matches the name", [PRD], { name: "shop-production" }, "prd", 0],
    ["ignores case by default", [PRD], { name: "SHOP-PRODUCTION" }, "prd", 0],
    ["minds case without flags", [{ ...PRD, flags: "" }], { name: "SHOP-PRODUCTION" }, null, null],
    ["matches the email", [DEV], { name: "shop", email: "dev@example.com" }, "dev", 0],
    [
      "matches name or email",
      [{ env: "x", matchName: "a", matchEmail: "b" }],
      { name: "zzz", email: "b@x" },
      "x",
      0,
    ],
    [
      "lets the first rule win",
      [{ env: "one", matchName: "shop" }, { env: "two", matchName: "shop" }],
      { name: "shop" },
      "one",
      0,
    ],
    ["goes on to a later rule", [DEV, PRD], { name: "a-production", email: "ops@x" }, "prd", 1],
    ["gives nothing without a match", [PRD, DEV], { name: "shop" }, null, null],
    ["gives nothing for an account without name and email", [{ env: "x", matchName: ".*" }], {}, null, null],
    ["reads unicode with u", [{ env: "x", matchName: "^\\p{Lu}", flags: "u" }], { name: "Ärger" }, "x", 0],
    ["reads multiline flags", [{ env: "x", matchName: "^b", flags: "m" }], { name: "a\nb" }, "x", 0],
  ];

for (const [name, rules, account, env, index] of CASES) {
  Deno.test(`label() ${name}`, async () => {
    deepEqual(await label(rules, [account]), { labels: [{ env, rule: index }], diagnostics: [] });
  });
}

for (const flags of ["g", "y", "gy", "gi"]) {
  Deno.test(`label() gives every account the same answer with flags ${flags}`, async () => {
    const accounts = Array.from({ length: 4 }, () => ({ name: "prod prod" }));
    const { labels } = await label([{ env: "prd", matchName: "prod", flags }], accounts);
    deepEqual(labels.map(({ env }) => env), ["prd", "prd", "prd", "prd"]);
  });
}

Deno.test("label() names a rule that runs away, switches it off and goes on with the rest", async () => {
  const evaluator = createRuleEvaluator(200, TOTAL, GRACE);
  const rules = [rule({ env: "slow", matchName: "^(a+)+$" }), rule(PRD)];
  const accounts = [{ name: "aaa" }, { name: "a".repeat(40) + "!" }, { name: "shop-production" }];
  try {
    const begin = performance.now();
    const first = await evaluator.label(rules, accounts);
    const waited = performance.now() - begin;
    // The rule matched the first account before it took too long, and even that does not count.
    deepEqual(first.labels.map(({ env }) => env), [null, null, "prd"]);
    deepEqual(first.labels[2]!.rule, 1);
    equal(first.diagnostics.length, 1);
    deepEqual([first.diagnostics[0]!.code, first.diagnostics[0]!.path], ["rule-too-slow", ["envRules", 0]]);
    match(first.diagnostics[0]!.message, /slow.*\(a\+\)\+.*200 ms/);

    // The rule stays off: later passes do not wait for it again, but still report it.
    const took: number[] = [];
    for (let pass = 0; pass < 3; pass++) {
      const started = performance.now();
      deepEqual(await evaluator.label(rules, accounts), first);
      took.push(performance.now() - started);
    }
    ok(Math.min(...took) < waited, `${took} ms, and ${waited} the first time`);

    const mended = await evaluator.label([rule({ env: "fast", matchName: "^a+$" }), rule(PRD)], accounts);
    deepEqual(mended.labels.map(({ env }) => env), ["fast", null, "prd"]);
    deepEqual(mended.diagnostics, []);
  } finally {
    evaluator.close();
  }
});

Deno.test("label() survives rules that cannot be interrupted, whenever they end", async () => {
  const slow = [60, 99].map((times) => ({
    env: "slow",
    matchName: `^(?:(?:(?:(?:a?){${times}}){${times}}){99}){99}$`,
  }));
  const { labels, diagnostics } = await label([...slow, { env: "dev", matchName: "dev" }], [{ name: "dev" }]);
  deepEqual(labels, [{ env: "dev", rule: 2 }]);
  ok(diagnostics.length > 0);
});

Deno.test("label() keeps the main thread free while a rule runs away", async () => {
  let ticks = 0;
  const timer = setInterval(() => ticks++, 5);
  await label([{ env: "slow", matchName: "^(a+)+$" }], [{ name: "a".repeat(40) + "!" }], 1_000);
  clearInterval(timer);
  ok(ticks > 10, `${ticks} ticks`);
});

const ENDLESS = (i: number) => ({ env: "slow", matchName: `^(a+)+${i}$` });
const LONG = { name: "a".repeat(40) + "!" };

Deno.test("label() is done in good time with a thousand rules that run away, and the good ones apply", async () => {
  const rules = [...Array.from({ length: 999 }, (_, i) => ENDLESS(i)), { env: "dev", matchName: "^dev" }];
  const evaluator = createRuleEvaluator(200, TOTAL, GRACE);
  const accounts = [LONG, { name: "dev-shop" }];
  try {
    const begin = performance.now();
    const { labels, diagnostics } = await evaluator.label(rules.map(rule), accounts);
    const waited = performance.now() - begin;
    deepEqual(labels, [{ env: null, rule: null }, { env: "dev", rule: 999 }]);
    deepEqual(diagnostics.slice(0, 10).map(({ code }) => code), Array(10).fill("rule-too-slow"));
    deepEqual(diagnostics.slice(10).map(({ code, path }) => [code, path]), [["rules-not-tried", [
      "envRules",
      10,
    ]]]);
    match(diagnostics[10]!.message, /This rule and 988 more were not tried/);

    // Later passes do not wait for the same rules again.
    const took: number[] = [];
    for (let pass = 0; pass < 3; pass++) {
      const started = performance.now();
      deepEqual((await evaluator.label(rules.map(rule), accounts)).diagnostics, diagnostics);
      took.push(performance.now() - started);
    }
    ok(Math.min(...took) < waited, `${took} ms, and ${waited} the first time`);

    // With fewer slow rules, the rules that were not tried before get their turn.
    const mended = await evaluator.label([...rules.slice(0, 12), rules[999]!].map(rule), accounts);
    deepEqual(mended.diagnostics.map(({ code }) => code), Array(12).fill("rule-too-slow"));
    deepEqual(mended.labels, [{ env: null, rule: null }, { env: "dev", rule: 12 }]);
  } finally {
    evaluator.close();
  }
});

Deno.test("label() lets the first rule of the file win, also when it is tried later", async () => {
  const rules = [{ env: "one", matchName: "^(sh)+op" }, { env: "two", matchName: "shop" }, {
    env: "all",
    matchName: ".",
  }];
  const { labels } = await label(rules, [{ name: "shop" }, { name: "a shop" }, { name: "dev" }]);
  deepEqual(labels.map(({ env, rule }) => [env, rule]), [["one", 0], ["two", 1], ["all", 2]]);
});

const ORDERS: readonly (readonly [patterns: string[], order: number[]])[] = [
  [["a+b*c{2}", "^x$"], [0, 1]],
  [["(a+)+", "(a|b)*", "(ab){2,}", "x"], [3, 0, 1, 2]],
  [["(a)\\1", "(?<n>a)\\k<n>", "x"], [2, 0, 1]],
  [["(a+)?", "(a+)", "[)]+"], [0, 1, 2]],
];
for (const [patterns, order] of ORDERS) {
  Deno.test(`triedOrder() of ${patterns.join(", ")} is ${order}`, () => {
    deepEqual(triedOrder(patterns.map((matchName) => ({ matchName, flags: "i" }))), order);
  });
}

const SLOW: Off = { why: "timeout" }, FAILED: Off = { why: "failed", reason: "no" };
const TRIED: readonly (readonly [
  what: string,
  says: readonly (readonly number[] | Off)[],
  took: number,
])[] = [
  ["matches", [[1, 2]], 1],
  ["matches nothing", [[]], 1],
  ["cannot run", [FAILED], 1],
  ["took too long once, as on a busy machine", [SLOW, [3]], 300],
  ["runs away", [SLOW, SLOW], 300],
  ["runs away and cannot be interrupted", [SLOW], 5000],
];
for (const [what, says, took] of TRIED) {
  Deno.test(`triedTwice() gives what a rule says that ${what}`, () => {
    let tried = 0;
    const result = triedTwice(() => says[tried++]!, () => tried * took);
    deepEqual([result, tried], [says.at(-1), says.length]);
  });
}

Deno.test("label() switches a rule off that cannot run", async () => {
  const { labels, diagnostics } = await label([{ env: "bad", matchName: "(" }, PRD], [{
    name: "a-production",
  }]);
  deepEqual(labels, [{ env: "prd", rule: 1 }]);
  deepEqual(diagnostics.map(({ code }) => code), ["rule-failed"]);
});

Deno.test("label() answers without a worker when there are no rules", async () => {
  deepEqual(await label([], [{ name: "a" }]), { labels: [{ env: null, rule: null }], diagnostics: [] });
});

Deno.test("label() of a closed evaluator answers without labels, and a later call works again", async () => {
  const evaluator = createRuleEvaluator();
  const pending = evaluator.label([rule({ ...PRD, matchName: "(-production)+$" })], [{
    name: "a-production",
  }]);
  evaluator.close();
  deepEqual((await pending).diagnostics.map(({ code }) => code), ["rules-not-evaluated"]);
  deepEqual((await evaluator.label([rule(PRD)], [{ name: "a-production" }])).labels, [{
    env: "prd",
    rule: 0,
  }]);
  evaluator.close();
});

Deno.test("label() takes 10,000 accounts and 50 rules in one pass", async () => {
  const rules = Array.from(
    { length: 50 },
    (_, i) => ({ env: `e${i}`, matchName: `^team-${i}-.*-(prod|production)$` }),
  );
  const accounts = Array.from(
    { length: 10_000 },
    (_, i) => ({ name: `team-${i % 100}-shop-prod`, email: `t${i}@example.com` }),
  );
  const { labels, diagnostics } = await label(rules, accounts);
  deepEqual(diagnostics, []);
  deepEqual(labels.map(({ rule }) => rule), accounts.map((_, i) => i % 100 < 50 ? i % 100 : null));
});
