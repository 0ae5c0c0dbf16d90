import { deepEqual, equal, ok } from "node:assert/strict";
import { matchSafePatterns } from "../../../../src/core/rules/safe_pattern.ts";
import { Random } from "../../../support/random.ts";

/** A name of an account has at most this length. */
const NAME = "x".repeat(50);

/** An expression, and whether `matchSafePatterns` decides it itself (`calm`). */
const PATTERNS: readonly (readonly [pattern: string, calm: boolean, flags?: string])[] = [
  ["prod", true],
  ["\\bprod(uction)?\\b", true],
  ["^(?:shop|orders)-.*-prd$", true],
  ["^.*prod.*$", true],
  ["(^|-)prd(-|$)", true],
  ["\\+stg@example\\.com$", true],
  ["^[a-z*+{(]+$", true],
  ["a|b|c|d", true],
  ["(a+)+$", false],
  ["(a|a)*$", false],
  ["(a){9}", false],
  ["(?:a|b){9}", false],
  ["(.)\\1", false],
  ["(?<x>a)\\k<x>", false],
  ["(?=.*a)b", false],
  [".*a.*b.*c.*d", false],
  ["a?".repeat(30), false],
  ["(a|a)".repeat(15), false],
  [`a*a*${"()".repeat(80)}b`, false],
  [`a*a*${"\\b".repeat(80)}b`, false],
  ["a".repeat(201), false],
  ["[".repeat(100_000), false],
  ["[a--b]", false, "v"],
  ["(", false],
];
for (const [pattern, calm, flags = "i"] of PATTERNS) {
  Deno.test(`matchSafePatterns() ${calm ? "decides" : "leaves"} ${pattern.slice(0, 40)}`, () => {
    const decided = matchSafePatterns([{ matchName: pattern, flags }], [{ name: NAME }]);
    equal(decided !== null, calm);
  });
}

Deno.test("matchSafePatterns() gives the first rule that matches name or email, and -1 without one", () => {
  const rules = [{ matchEmail: "^dev@", flags: "i" }, { matchName: "prod", flags: "" }];
  const candidates = [{ name: "prod", email: "DEV@x" }, { name: "prod" }, { name: "PROD" }, {}];
  deepEqual(matchSafePatterns(rules, candidates), [0, 1, -1, -1]);
  deepEqual(matchSafePatterns([], candidates), [-1, -1, -1, -1]);
});

Deno.test("matchSafePatterns() leaves a long text, whatever the rule", () => {
  equal(matchSafePatterns([{ matchName: "a", flags: "" }], [{ name: "a".repeat(129) }]), null);
  equal(matchSafePatterns([{ matchName: "a", flags: "" }], [{ email: "a".repeat(129) }]), null);
});

/** Returns a clock that advances by a millisecond at each reading. */
function ticking() {
  const clock = { now: () => ++clock.looks, looks: 0 };
  return clock;
}

const COSTLY = "a*a*b", COSTLY_NAME = "a".repeat(60);
const LISTS: readonly (readonly [what: string, rules: number, candidates: number])[] = [
  ["many rules take too long for one account", 1000, 1],
  ["one rule takes too long for many accounts", 1, 10_000],
];
for (const [what, rules, candidates] of LISTS) {
  Deno.test(`matchSafePatterns() leaves a list to the worker when ${what}`, () => {
    const clock = ticking();
    const decided = matchSafePatterns(
      Array.from({ length: rules }, () => ({ matchName: COSTLY, flags: "" })),
      Array.from({ length: candidates }, () => ({ name: COSTLY_NAME })),
      clock.now,
    );
    equal(decided, null);
    ok(clock.looks < 60, `${clock.looks} looks at the clock`);
  });
}

Deno.test("matchSafePatterns() looks at the clock only now and then while rules are quick", () => {
  const clock = ticking();
  const rules = Array.from({ length: 5 }, (_, at) => ({ matchName: `shop-${at}$`, flags: "i" }));
  const candidates = Array.from({ length: 2000 }, (_, at) => ({ name: `shop-${at % 7}` }));
  equal(matchSafePatterns(rules, candidates, clock.now)?.length, 2000);
  ok(clock.looks < 30, `${clock.looks} looks at the clock`);
});

/** A part of an expression, as text and for an engine: each `next` is one way to go on. */
interface Part {
  readonly text: string;
  match(at: number, next: (at: number) => boolean): boolean;
}

/** The most steps that a match of a calm expression may take. */
const MAX_STEPS = 2 ** 19;

/** Makes random expressions, and counts the steps of a plain engine on one repeated letter. */
function expressions(random: Random, length: number) {
  const counter = { steps: 0 };
  const step = () => {
    if (++counter.steps > MAX_STEPS) throw new RangeError("too many steps");
    return true;
  };
  const one = (text: string): Part => ({
    text,
    match: (at, next) => step() && at < length && next(at + 1),
  });
  const nothing = (text: string): Part => ({ text, match: (at, next) => step() && next(at) });
  const repeated = (text: string, least: number): Part => ({
    text,
    match(at, next) {
      let to = at;
      while (to < length && step()) to++;
      for (; to >= at + least && step(); to--) if (next(to)) return true;
      return false;
    },
  });
  const row = (parts: readonly Part[]): Part => ({
    text: parts.map(({ text }) => text).join(""),
    match(at, next) {
      const from = (index: number, at: number): boolean =>
        index === parts.length ? next(at) : parts[index]!.match(at, (to) => from(index + 1, to));
      return from(0, at);
    },
  });
  const either = (parts: readonly Part[]): Part => ({
    text: `(${parts.map(({ text }) => text).join("|")})`,
    match: (at, next) => parts.some((part) => part.match(at, next)),
  });
  const perhaps = (part: Part): Part => ({
    text: `(${part.text})?`,
    match: (at, next) => part.match(at, next) || (step() && next(at)),
  });
  function part(depth: number): Part {
    switch (random.int(depth > 2 ? 5 : 8)) {
      case 0:
        return repeated(random.pick(["a*", "[a]*", ".*", "\\w*", "a{0,}"]), 0);
      case 1:
        return repeated(random.pick(["a+", "[^b]+", "\\S+"]), 1);
      case 2:
        return nothing(random.pick(["()", "(?:)"]));
      case 5:
        return either(parts(depth));
      case 6:
        return perhaps(row(parts(depth)));
      default:
        return row(Array.from({ length: 1 + random.int(20) }, () => one(random.pick(["a", ".", "[ab]"]))));
    }
  }
  const parts = (depth: number) => Array.from({ length: 1 + random.int(4) }, () => part(depth + 1));
  return {
    /** Returns an expression that never matches; `steps` counts the steps, null for too many. */
    next() {
      const whole = row(parts(0));
      return {
        text: `${whole.text}b`,
        steps() {
          counter.steps = 0;
          try {
            for (let begin = 0; begin <= length; begin++) whole.match(begin, () => step() && false);
          } catch (error) {
            if (error instanceof RangeError) return null;
            throw error;
          }
          return counter.steps;
        },
      };
    },
  };
}

for (const length of [10, 50, 128]) {
  Deno.test(`matchSafePatterns() decides no expression that takes long on a text of ${length} letters`, () => {
    const made = expressions(new Random(length), length);
    let calm = 0;
    for (let count = 0; count < 3000; count++) {
      const { text, steps } = made.next();
      if (matchSafePatterns([{ matchName: text, flags: "" }], [{ name: "a".repeat(length) }]) === null) {
        continue;
      }
      calm++;
      ok(steps() !== null, text);
    }
    ok(calm > 200, `${calm} were calm`);
  });
}
