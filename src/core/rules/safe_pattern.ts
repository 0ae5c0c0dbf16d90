import type { Candidate, Pattern } from "./match.ts";

/** Maximum characters of a name or email, and of an expression; longer ones are left to the worker. */
const MAX_LENGTH = 128, MAX_PATTERN_LENGTH = 200;
/** Maximum steps of one match: a few milliseconds. */
const MAX_STEPS = 2 ** 19;
/** Time after which a list is left to the worker, ms. */
const PATIENCE = 50;

/**
 * Returns the maximum number of steps of an expression on a text of that length or shorter; infinity when
 * this simple calculation does not apply: for a group that is repeated or referred back to. A match begins at
 * any position, each repetition ends at any later one, each choice has two ways, and at the end of every way
 * the whole expression may be examined.
 */
function stepsOf(pattern: string, flags: string, length: number): number {
  if (pattern.length > MAX_PATTERN_LENGTH || flags.includes("v") || /\\[1-9k]/.test(pattern)) return Infinity;
  const bare = pattern.replace(/\\./gs, "x").replace(/\[[^\]]*\]/g, "x").replaceAll("(?:", "(");
  if (/\)[*+{]|\(\?/.test(bare)) return Infinity;
  const count = (marks: RegExp) => bare.match(marks)?.length ?? 0;
  const fixed = bare.startsWith("^") && !bare.includes("|") && !flags.includes("m");
  const repetitions = count(/[*+{]/g) + (fixed ? 0 : 1);
  let ways = 2 ** count(/[?|]/g);
  // The number of ways to place that many positions in order in the text.
  for (let index = 1; index <= repetitions; index++) ways *= (length + index) / index;
  return ways * (bare.length + 1);
}

/**
 * Returns for each candidate the index of the first rule that matches, or -1. Evaluates only when every rule
 * ends soon on any short text and all texts are short, otherwise returns null. Most lists then need no
 * worker, whose start takes longer than a short command. `now` returns ms.
 */
export function matchSafePatterns(
  rules: readonly Pattern[],
  candidates: readonly Candidate[],
  now: () => number = () => performance.now(),
): readonly number[] | null {
  const end = now() + PATIENCE;
  let work = 0;
  /** Returns whether the evaluation takes too long; reads the clock only after a certain amount of work. */
  const isLate = (steps: number) => {
    work += steps;
    if (work < MAX_STEPS) return false;
    work = 0;
    return now() > end;
  };

  const longest = candidates.reduce(
    (most, { name = "", email = "" }) => Math.max(most, name.length, email.length),
    0,
  );
  if (longest > MAX_LENGTH) return null;
  const tests: { readonly steps: number; readonly byName: RegExp | null; readonly byEmail: RegExp | null }[] =
    [];
  for (const { matchName, matchEmail, flags } of rules) {
    const usable = flags.replace(/[gy]/g, "");
    const steps = (pattern?: string) => pattern === undefined ? 0 : stepsOf(pattern, usable, longest);
    const expression = (pattern?: string) => pattern === undefined ? null : new RegExp(pattern, usable);
    const most = Math.max(steps(matchName), steps(matchEmail));
    if (most > MAX_STEPS || isLate(MAX_STEPS)) return null;
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
      // An expression is compiled on its first use.
      late = isLate(decided.length === 0 ? MAX_STEPS : 2 * steps);
      return late || (name !== undefined && byName?.test(name)) ||
        (email !== undefined && byEmail?.test(email));
    });
    if (late) return null;
    decided.push(first);
  }
  return decided;
}
