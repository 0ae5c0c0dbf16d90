import { RE2JS } from "re2js";
import type { Matcher } from "./validate.ts";

/** The most characters of a pattern: reading one takes time in line with it. */
const LONGEST = 10_000;

/**
 * The most steps of all patterns of one form together, some seconds on a slow machine. Each character of an answer is one
 * step for each instruction of its pattern at worst, and compiling takes as long as {@link COMPILING} characters.
 */
const MOST_STEPS = 50_000_000;
const COMPILING = 50;

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
 * Bounds the work of a form's patterns: charges one of them with an answer, and gives it compiled while enough is
 * left.
 */
function patternWork(): (pattern: string, characters: number) => RE2JS | null | "too much" {
  let left = MOST_STEPS;
  return (pattern, characters) => {
    if (left < 0) return "too much";
    const compiled = compilePattern(pattern);
    if (!compiled) return null;
    left -= (characters + COMPILING) * compiled.programSize();
    return left < 0 ? "too much" : compiled;
  };
}

/**
 * A matcher for one check of a form. Patterns and answers come from an action, so their work is bounded: an answer that
 * would take more steps than are left does not match.
 */
export function patternMatcher(): Matcher {
  const charge = patternWork();
  return (pattern, value) => {
    const compiled = charge(pattern, value.length);
    return compiled === "too much" ? false : compiled && compiled.testExact(value);
  };
}

/** Whether each of a form's patterns can be used: Go takes it, and all together are not too much work. */
export function patternCheck(): (pattern: string) => boolean {
  const charge = patternWork();
  return (pattern) => {
    const compiled = charge(pattern, 0);
    return compiled !== null && compiled !== "too much";
  };
}
