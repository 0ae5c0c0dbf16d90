import { RE2JS } from "re2js";
import type { Matcher } from "./validate.ts";

/** The most characters of a pattern: reading one takes time in line with it. */
const LONGEST = 10_000;

/**
 * The most steps of all patterns of one form together, some seconds on a slow machine. Each character of an answer is one
 * step for each instruction of its pattern at worst.
 */
const MOST_STEPS = 50_000_000;

/** A pattern of a form, in Go's syntax. Null: not a pattern. */
export function compilePattern(pattern: string): RE2JS | null {
  if (pattern.length > LONGEST) return null;
  try {
    return RE2JS.compile(pattern);
  } catch {
    return null;
  }
}

/**
 * A matcher for one check of a form. Patterns and answers come from an action, so their work is bounded: an answer that
 * would take more steps than are left does not match.
 */
export function patternMatcher(): Matcher {
  let left = MOST_STEPS;
  return (pattern, value) => {
    const compiled = compilePattern(pattern);
    if (!compiled) return null;
    left -= (value.length + 1) * compiled.programSize();
    return left >= 0 && compiled.testExact(value);
  };
}
