import { createContext, runInContext } from "node:vm";
import { compilePattern, type Matcher } from "./validate.ts";

/** What one pattern may take on one answer, ms. */
const LIMIT = 200;

let context: Record<string, unknown> | undefined;

/**
 * Matches as {@link compilePattern} says, but never longer than 200 ms: a pattern comes from an action, and some never end.
 * One that takes longer does not match.
 */
export const guardedMatcher: Matcher = (pattern, value) => {
  const regex = compilePattern(pattern);
  if (!regex) return null;
  if (value === "") return regex.test(value);
  context ??= createContext({}) as Record<string, unknown>;
  context.regex = regex;
  context.value = value;
  try {
    return runInContext("regex.test(value)", context, { timeout: LIMIT }) === true;
  } catch {
    return false;
  }
};
