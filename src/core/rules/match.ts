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
 * The order in which rules are tried, as indexes. Rules that can hardly run away come first, so that they apply even
 * when others use up the time. Only an expression that repeats a group or refers back to one can take exponential
 * time.
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
 * Evaluates a rule, and tries it again when it took too long: a busy machine can use up the time too, and a rule that
 * is switched off stays off. A rule that runs away is slow both times.
 */
export function triedTwice<T>(run: () => T | Off, now: () => number = () => performance.now()): T | Off {
  const begin = now();
  const first = run();
  const slow = typeof first === "object" && first !== null && "why" in first && first.why === "timeout";
  return slow && now() - begin < AGAIN_WITHIN ? run() : first;
}

/** Extra time before node:vm's hard timeout, in ms, so that the rule's own deadline comes first. */
export const MARGIN = 100;

/**
 * The loop that runs inside the limited context, as source text: it is compiled there, so that the time limit applies
 * to it. The flags `g` and `y` are dropped, because with them a match depends on the one before.
 *
 * node:vm cannot interrupt some expressions for a while. When its limit passes during such an expression, the pending
 * interrupt would end the whole program later. So a rule that took too long spins here until the interrupt arrives.
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
