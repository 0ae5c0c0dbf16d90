/** What a rule is tested against. */
export interface Candidate {
  readonly name?: string;
  readonly email?: string;
}

/** A rule as the worker needs it. */
export interface Pattern {
  readonly matchName?: string;
  readonly matchEmail?: string;
  readonly flags: string;
}

/** Why a rule is switched off. */
export type Off = { readonly why: "timeout" } | { readonly why: "failed"; readonly reason: string };

/** What the worker is asked: these rules, first to last, over these accounts. */
export interface RuleRequest {
  readonly id: number;
  readonly rules: readonly Pattern[];
  readonly candidates: readonly Candidate[];
  /** Time that one rule has for all accounts, in ms. */
  readonly limit: number;
  /** Time after which no further rule is begun, in ms. */
  readonly total: number;
}

/** The worker's answer: for each account the index of the rule that decided, or -1. */
export interface RuleAnswer {
  readonly id: number;
  readonly decided: readonly number[];
  readonly off: readonly { readonly rule: number; readonly off: Off }[];
  /** Rules that were not begun any more. */
  readonly untried: readonly number[];
}

/** Rules over their limit until no further one is begun: each costs its whole limit. */
export const MOST_SLOW = 10;

/**
 * The order in which rules are tried, by their indexes: those that can hardly run away come first, so that they apply also
 * where others use up the time. Only what repeats a group, or looks back at one, can take exponential time.
 */
export function triedOrder(rules: readonly Pattern[]): number[] {
  const late = ({ matchName = "", matchEmail = "" }: Pattern) =>
    [matchName, matchEmail].some((pattern) => /\)[*+{]|\\[1-9k]/.test(pattern));
  const indexes = rules.map((_, index) => index);
  return [...indexes.filter((i) => !late(rules[i]!)), ...indexes.filter((i) => late(rules[i]!))];
}

/** What took longer than this, in ms, is not tried again: it cannot be interrupted. */
const AGAIN_WITHIN = 1000;

/**
 * What a rule says, tried a second time when it took too long: time goes by also while a busy machine does something else,
 * and a rule that is switched off stays off. One that runs away does so again.
 */
export function triedTwice<T>(run: () => T | Off, now: () => number = () => performance.now()): T | Off {
  const begin = now();
  const first = run();
  const slow = typeof first === "object" && first !== null && "why" in first && first.why === "timeout";
  return slow && now() - begin < AGAIN_WITHIN ? run() : first;
}

/** Slack before node:vm's hard timeout, so that the rule's own deadline fires first, in ms. */
export const MARGIN = 100;

/**
 * The loop that runs inside the limited context, as source text: it is compiled there, so that the time
 * limit reaches into it. `g` and `y` would make a match depend on the one before; they are dropped.
 *
 * Some expressions cannot be interrupted for a while. A limit that passes meanwhile must be noticed in here:
 * left pending, it would end the whole program. So what took too long waits here for its end.
 */
export const MATCH_LOOP = `(rule, candidates, limit) => {
  const end = Date.now() + limit;
  const flags = rule.flags.replace(/[gy]/g, "");
  const byName = rule.matchName === undefined ? null : new RegExp(rule.matchName, flags);
  const byEmail = rule.matchEmail === undefined ? null : new RegExp(rule.matchEmail, flags);
  const matches = [];
  try {
    for (let i = 0; i < candidates.length; i++) {
      const { name, email } = candidates[i];
      if ((byName !== null && name !== undefined && byName.test(name)) ||
          (byEmail !== null && email !== undefined && byEmail.test(email))) matches.push(i);
    }
  } catch (error) {
    while (Date.now() >= end);
    throw error;
  }
  while (Date.now() >= end);
  return matches;
}`;
