import { compare, nameOrder } from "../text/natural.ts";

/** Well-known environments in the order of lists. The first name of each is the usual one. */
const KNOWN = [["prd", "prod", "production"], ["stg", "staging"], ["dev", "development"]] as const;

/** An environment with a colour of its own. */
type KnownEnvironment = (typeof KNOWN)[number][0];

/** Returns the well-known environment of a label: `Production` is `prd`. Null for any other label. */
export function knownEnvironment(env: string): KnownEnvironment | null {
  const label = env.toLowerCase();
  return KNOWN.find((names) => (names as readonly string[]).includes(label))?.[0] ?? null;
}

/** Words that reverse the meaning of the next word: `non-production`, `pre-prod`. */
const TURNS: ReadonlySet<string> = new Set(["non", "not", "no", "pre"]);

/** Returns the words of a name that mean an environment, in lower case: `production` of `Shop-Production`. */
export function environmentWords(name: string): readonly string[] {
  const words = name.replace(/([a-z])(?=[A-Z])/g, "$1 ").toLowerCase().match(/[a-z]+/g) ?? [];
  return words.filter((word, at) => knownEnvironment(word) !== null && !TURNS.has(words[at - 1] ?? ""));
}

/**
 * Guesses the environment of an account or server without a rule from a word of its name. When several
 * environments are named, returns the first of production, staging, development.
 */
export function environmentInName(name: string): KnownEnvironment | null {
  const found = environmentWords(name).map(knownEnvironment);
  return KNOWN.find(([env]) => found.includes(env))?.[0] ?? null;
}

/** Whether an environment is production, where actions ask for confirmation. */
export function isProduction(env: string | null): boolean {
  return env !== null && knownEnvironment(env) === "prd";
}

/** Compares environments for lists: production, staging, development, then others by name; null comes last. */
export function compareEnvironments(a: string | null, b: string | null): number {
  return compare(environmentOrder(a), environmentOrder(b));
}

/** Returns a text that sorts by environment, for callers that sort by more than the environment. */
export function environmentOrder(env: string | null): string {
  if (env === null) return `${KNOWN.length + 1}`;
  const known = KNOWN.findIndex(([name]) => name === knownEnvironment(env));
  return `${known < 0 ? KNOWN.length : known}${nameOrder(env)}`;
}
