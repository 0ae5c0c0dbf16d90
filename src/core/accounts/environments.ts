import { nameOrder } from "../text/natural.ts";

/** The environments that everybody has, in the order of lists; the first name of each is the usual one. */
const KNOWN = [["prd", "prod", "production"], ["stg", "staging"], ["dev", "development"]] as const;

/** An environment with a colour of its own. */
type KnownEnvironment = (typeof KNOWN)[number][0];

/** Which well-known environment a label means: `Production` is `prd`. Null for a label of the user's own. */
export function knownEnvironment(env: string): KnownEnvironment | null {
  const label = env.toLowerCase();
  return KNOWN.find((names) => (names as readonly string[]).includes(label))?.[0] ?? null;
}

/** Words that turn the one behind them into something else: `non-production`, `pre-prod`. */
const TURNS: ReadonlySet<string> = new Set(["non", "not", "no", "pre"]);

/** The words of a name that mean a well-known environment, in lower case: `production` of `shop-production`. */
export function environmentWords(name: string): readonly string[] {
  const words = name.replace(/([a-z])(?=[A-Z])/g, "$1 ").toLowerCase().split(/[^a-z]+/).filter((word) =>
    word !== ""
  );
  return words.filter((word, at) => knownEnvironment(word) !== null && !TURNS.has(words[at - 1] ?? ""));
}

/**
 * The well-known environment that stands as a word in the name of an account or a server, where no rule says one: a guess.
 * Of several it is the one to be touched most slowly.
 */
export function environmentInName(name: string): KnownEnvironment | null {
  const found = environmentWords(name).map(knownEnvironment);
  return KNOWN.find(([env]) => found.includes(env))?.[0] ?? null;
}

/** True for what should be touched slowly. */
export function isProduction(env: string | null): boolean {
  return env !== null && knownEnvironment(env) === "prd";
}

/** Order of environments in lists: production, staging, development, then others by name; none comes last. */
export function compareEnvironments(a: string | null, b: string | null): number {
  const [left, right] = [environmentOrder(a), environmentOrder(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** A text by which environments sort, for callers that sort by more than the environment. */
export function environmentOrder(env: string | null): string {
  if (env === null) return `${KNOWN.length + 1}`;
  const known = KNOWN.findIndex(([name]) => name === knownEnvironment(env));
  return `${known < 0 ? KNOWN.length : known}${nameOrder(env)}`;
}
