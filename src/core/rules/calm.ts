import type { Candidate, Pattern } from "./match.ts";

/** A longer name or email is left to the worker. */
const LONGEST = 128;
/** What one match may take at most, as a power of two of its steps: some milliseconds. */
const STEPS = 22;
/** A list that takes longer, ms, is left to the worker. */
const PATIENCE = 50;

/**
 * Whether an expression ends soon on any short text: no group is repeated or looked back at, and what can be tried in several
 * ways is so little that all of them together are few. Each repetition may end anywhere in the text, each choice has two ways.
 */
function isCalm(pattern: string, flags: string): boolean {
  if (/\\[1-9k]/.test(pattern) || flags.includes("v")) return false;
  const bare = pattern.replace(/\\./gs, "x").replace(/\[[^\]]*\]/g, "x").replaceAll("(?:", "(");
  if (/\)[*+{]|\(\?/.test(bare)) return false;
  const repeated = bare.match(/[*+{]/g)?.length ?? 0, choices = bare.match(/[?|]/g)?.length ?? 0;
  return Math.log2(LONGEST) * (1 + repeated) + choices <= STEPS;
}

/**
 * For each candidate the index of the first rule that matches it, or -1: worked out here and now, where every rule is calm and
 * every text short. Null where that is not so: most lists need no worker, whose start takes longer than a short command.
 */
export function decideCalm(
  rules: readonly Pattern[],
  candidates: readonly Candidate[],
): readonly number[] | null {
  const short = (text = "") => text.length <= LONGEST;
  if (!candidates.every(({ name, email }) => short(name) && short(email))) return null;
  const tests = [];
  for (const { matchName, matchEmail, flags } of rules) {
    const patterns = [matchName, matchEmail];
    if (!patterns.every((pattern) => pattern === undefined || isCalm(pattern, flags))) return null;
    try {
      tests.push(
        patterns.map((pattern) =>
          pattern === undefined ? null : new RegExp(pattern, flags.replace(/[gy]/g, ""))
        ),
      );
    } catch {
      return null;
    }
  }
  const end = performance.now() + PATIENCE;
  const decided: number[] = [];
  for (const { name, email } of candidates) {
    if (performance.now() > end) return null;
    decided.push(
      tests.findIndex(([byName, byEmail]) =>
        (name !== undefined && byName?.test(name)) || (email !== undefined && byEmail?.test(email))
      ),
    );
  }
  return decided;
}
