import type { Candidate, Pattern } from "./match.ts";

/** A longer name or email, or a longer expression, is left to the worker. */
const LONGEST = 128, LONGEST_PATTERN = 200;
/** Steps that one match may take at most: a few milliseconds. */
const MOST_STEPS = 2 ** 19;
/** A list that takes longer, ms, is left to the worker. */
const PATIENCE = 50;

/**
 * How many steps an expression takes at most on a text of that length, or on a shorter one; infinitely many where that is
 * not told so simply: for a group that is repeated or looked back at. A match begins somewhere, each repetition ends
 * somewhere behind that, each choice has two ways, and at the end of every way all of the expression may be looked at.
 */
function stepsOf(pattern: string, flags: string, length: number): number {
  if (pattern.length > LONGEST_PATTERN || flags.includes("v") || /\\[1-9k]/.test(pattern)) return Infinity;
  const bare = pattern.replace(/\\./gs, "x").replace(/\[[^\]]*\]/g, "x").replaceAll("(?:", "(");
  if (/\)[*+{]|\(\?/.test(bare)) return Infinity;
  const count = (marks: RegExp) => bare.match(marks)?.length ?? 0;
  const fixed = bare.startsWith("^") && !bare.includes("|") && !flags.includes("m");
  const repetitions = count(/[*+{]/g) + (fixed ? 0 : 1);
  let ways = 2 ** count(/[?|]/g);
  // So many ways there are to put that many places in order into the text.
  for (let index = 1; index <= repetitions; index++) ways *= (length + index) / index;
  return ways * (bare.length + 1);
}

/**
 * For each candidate the index of the first rule that matches it, or -1: worked out here and now, where every rule ends soon
 * on any short text, and every text is short. Null where that is not so: most lists need no worker, whose start takes longer
 * than a short command. `now` counts in ms.
 */
export function matchSafePatterns(
  rules: readonly Pattern[],
  candidates: readonly Candidate[],
  now: () => number = () => performance.now(),
): readonly number[] | null {
  const end = now() + PATIENCE;
  let work = 0;
  /** Whether it takes too long; the clock is looked at after so much work. */
  const isLate = (steps: number) => {
    work += steps;
    if (work < MOST_STEPS) return false;
    work = 0;
    return now() > end;
  };

  const longest = candidates.reduce(
    (most, { name = "", email = "" }) => Math.max(most, name.length, email.length),
    0,
  );
  if (longest > LONGEST) return null;
  const tests: { readonly steps: number; readonly byName: RegExp | null; readonly byEmail: RegExp | null }[] =
    [];
  for (const { matchName, matchEmail, flags } of rules) {
    const usable = flags.replace(/[gy]/g, "");
    const steps = (pattern?: string) => pattern === undefined ? 0 : stepsOf(pattern, usable, longest);
    const expression = (pattern?: string) => pattern === undefined ? null : new RegExp(pattern, usable);
    const most = Math.max(steps(matchName), steps(matchEmail));
    if (most > MOST_STEPS || isLate(MOST_STEPS)) return null;
    try {
      tests.push({ steps: most, byName: expression(matchName), byEmail: expression(matchEmail) });
    } catch {
      return null;
    }
  }
  const decided: number[] = [];
  for (const { name, email } of candidates) {
    let late = false;
    const first = tests.findIndex(({ steps, byName, byEmail }) => {
      // An expression is made ready when it is used first.
      late = isLate(decided.length === 0 ? MOST_STEPS : 2 * steps);
      return late || (name !== undefined && byName?.test(name)) ||
        (email !== undefined && byEmail?.test(email));
    });
    if (late) return null;
    decided.push(first);
  }
  return decided;
}
