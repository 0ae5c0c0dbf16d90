const HUES = 7;

/**
 * The classes of an environment's pill: `prd`, `stg` and `dev` have colours of their own, every other
 * label a stable hue from its name.
 */
export function envClass(env: string): string {
  const label = env.toLowerCase();
  if (label === "prd" || label === "prod" || label === "production") return "env prd";
  if (label === "stg" || label === "staging") return "env stg";
  if (label === "dev" || label === "development") return "env dev";
  let hash = 7;
  for (const character of label) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return `env hue-${hash % HUES}`;
}

/** True for what should be touched slowly. */
export function isProduction(env: string | null): boolean {
  return env !== null && /^(prd|prod|production)$/i.test(env);
}

/** Order of environments in lists: production first, then staging, development, others by name, none last. */
export function compareEnvs(a: string | null, b: string | null): number {
  const rank = (env: string | null) => {
    if (env === null) return 9;
    const place = ["env prd", "env stg", "env dev"].indexOf(envClass(env));
    return place < 0 ? 5 : place;
  };
  return rank(a) - rank(b) || (a ?? "").localeCompare(b ?? "");
}
