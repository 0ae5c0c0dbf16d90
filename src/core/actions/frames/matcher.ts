import { createContext, Script } from "node:vm";
import { compilePattern } from "./pattern.ts";
import type { Matcher } from "./validate.ts";

/** Time limit per pattern and answer, in ms; above half of it counts as no match. */
const LIMIT = 200;

/**
 * Some expressions cannot be interrupted for a while. A limit that passes meanwhile must be noticed inside
 * of the script: left pending, it would end the whole program. So what took long waits there for its end.
 */
const SCRIPT = `(() => {
  const slow = Date.now() + ${LIMIT / 2};
  let fits = false;
  try {
    fits = regex.test(value);
  } catch {}
  while (Date.now() >= slow);
  return fits;
})()`;

let script: Script | undefined;
let context: Record<string, unknown> | undefined;

/**
 * Matches as {@link compilePattern} says, but never much longer than 200 ms: a pattern comes from an
 * action, and some never end. One that takes longer does not match.
 */
export const guardedMatcher: Matcher = (pattern, value) => {
  const regex = compilePattern(pattern);
  if (!regex) return null;
  context ??= createContext({}) as Record<string, unknown>;
  context.regex = regex;
  context.value = value;
  try {
    script ??= new Script(SCRIPT);
    return script.runInContext(context, { timeout: LIMIT }) === true;
  } catch {
    return false;
  }
};

/** Time limit of all patterns of one form together, in ms. */
const FORM_LIMIT = 1000;

/**
 * A matcher for one check of a form: once its patterns have taken a second together, no further one
 * matches.
 */
export function formMatcher(): Matcher {
  let spent = 0;
  return (pattern, value) => {
    if (spent > FORM_LIMIT) return false;
    const began = performance.now();
    const fits = guardedMatcher(pattern, value);
    spent += performance.now() - began;
    return fits;
  };
}
