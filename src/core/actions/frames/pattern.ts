import { RE2JS } from "re2js";
import type { Matcher } from "./validate.ts";

/** Maximum UTF-16 units of a pattern: compiling takes time proportional to the length. */
export const MAX_PATTERN_LENGTH = 10_000;

/**
 * Maximum steps of all patterns of one form together: some seconds on a slow machine. In the worst case each
 * character of an answer takes one step per instruction of its pattern, and compiling takes as long as {@link
 * COMPILING} characters.
 */
const MAX_STEPS = 50_000_000;
const COMPILING = 50;

/** Compiles a pattern in Go's syntax; null when the text is not a pattern. */
export function compilePattern(pattern: string): RE2JS | null {
  if (pattern.length > MAX_PATTERN_LENGTH) return null;
  try {
    return RE2JS.compile(pattern);
  } catch {
    return null;
  }
}

/**
 * Returns a function that limits the work of a form's patterns: each call subtracts the steps for one pattern
 * and one answer, and returns the compiled pattern while steps are left.
 */
function patternWork(): (pattern: string, characters: number) => RE2JS | null | "too much" {
  let left = MAX_STEPS;
  return (pattern, characters) => {
    if (left < 0) return "too much";
    const compiled = compilePattern(pattern);
    if (!compiled) return null;
    left -= (characters + COMPILING) * compiled.programSize();
    return left < 0 ? "too much" : compiled;
  };
}

/**
 * Returns a matcher for one check of a form. Patterns and answers come from an action, so their work is
 * limited: an answer that needs more steps than are left does not match.
 */
export function patternMatcher(): Matcher {
  const charge = patternWork();
  return (pattern, value) => {
    const compiled = charge(pattern, value.length);
    return compiled === "too much" ? false : compiled && compiled.testExact(value);
  };
}

/**
 * Returns a function that tells whether a pattern of the form can be used: Go accepts it, and all patterns
 * together do not need too many steps.
 */
export function patternCheck(): (pattern: string) => boolean {
  const charge = patternWork();
  return (pattern) => {
    const compiled = charge(pattern, 0);
    return compiled !== null && compiled !== "too much";
  };
}
