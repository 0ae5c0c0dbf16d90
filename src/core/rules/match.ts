/** The texts of an account against which a rule is tested. */
export interface Candidate {
  readonly name?: string;
  readonly email?: string;
}

/** A rule in the form for the worker. */
export interface Pattern {
  readonly matchName?: string;
  readonly matchEmail?: string;
  readonly flags: string;
}

/** Why a rule is switched off. */
export type Off = { readonly why: "timeout" } | { readonly why: "failed"; readonly reason: string };

/** A request to the worker: evaluate these rules in order for these accounts. */
export interface RuleRequest {
  readonly id: number;
  readonly rules: readonly Pattern[];
  readonly candidates: readonly Candidate[];
  /** Maximum time of one rule for all accounts, ms. */
  readonly limit: number;
  /** Time after which no further rule is started, ms. */
  readonly total: number;
}

/** The worker's answer: for each account the index of the rule that decided, or -1. */
export interface RuleAnswer {
  readonly id: number;
  readonly decided: readonly number[];
  readonly off: readonly { readonly rule: number; readonly off: Off }[];
  /** Rules that were not started. */
  readonly untried: readonly number[];
}

/** Number of slow rules after which no further rule is started; each uses its whole time limit. */
export const MAX_SLOW = 10;

/**
 * Returns the indexes of rules in the order of evaluation. Rules that can hardly take exponential time come
 * first, so that they apply even when others use up the time. Only an expression that repeats a group or
 * refers back to one can take exponential time.
 */
export function triedOrder(rules: readonly Pattern[]): number[] {
  const late = ({ matchName = "", matchEmail = "" }: Pattern) =>
    [matchName, matchEmail].some((pattern) => /\)[*+{]|\\[1-9k]/.test(pattern));
  const indexes = rules.map((_, index) => index);
  return [...indexes.filter((i) => !late(rules[i]!)), ...indexes.filter((i) => late(rules[i]!))];
}

/** Maximum duration, ms, after which a rule is tried again. A longer first attempt could not be interrupted. */
const AGAIN_WITHIN = 1000;

/**
 * Evaluates a rule, and again when it took too long, because a busy machine can also use up the time and a
 * rule that is switched off stays off. A rule with exponential time is slow both times.
 */
export function triedTwice<T>(run: () => T | Off, now: () => number = () => performance.now()): T | Off {
  const begin = now();
  const first = run();
  const slow = typeof first === "object" && first !== null && "why" in first && first.why === "timeout";
  return slow && now() - begin < AGAIN_WITHIN ? run() : first;
}

/** Additional time before node:vm's hard timeout, ms, so that the rule's own limit is reached first. */
export const MARGIN = 100;

/**
 * Source text of the loop that runs inside the restricted context: it is compiled there so that the time
 * limit applies to it. It drops the flags `g` and `y` because they make a match depend on the previous one.
 *
 * node:vm cannot interrupt some expressions for a while. When its limit passes during such an expression, the
 * pending interrupt would end the whole program later. So a rule that took too long loops here until the
 * interrupt arrives.
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
