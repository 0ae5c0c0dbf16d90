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
}

/** The worker's answer: for each account the index of the rule that decided, or -1. */
export interface RuleAnswer {
  readonly id: number;
  readonly decided: readonly number[];
  readonly off: readonly { readonly rule: number; readonly off: Off }[];
}

/** How long after a rule's own limit the context's must be, so that none passes unnoticed, in ms. */
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
