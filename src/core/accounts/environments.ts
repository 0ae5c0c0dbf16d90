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

/** True for what should be touched slowly. */
export function isProduction(env: string | null): boolean {
  return env !== null && knownEnvironment(env) === "prd";
}

/** Order of environments in lists: production, staging, development, then others by name; none comes last. */
export function compareEnvironments(a: string | null, b: string | null): number {
  const [left, right] = [environmentOrder(a), environmentOrder(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** A text that has its place among those of other environments: for who sorts by more than the environment. */
export function environmentOrder(env: string | null): string {
  if (env === null) return `${KNOWN.length + 1}`;
  const known = KNOWN.findIndex(([name]) => name === knownEnvironment(env));
  return `${known < 0 ? KNOWN.length : known}${nameOrder(env)}`;
}
