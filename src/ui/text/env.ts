import { knownEnvironment } from "../../core/accounts/environments.ts";

const HUES = 7;

/**
 * Returns the CSS classes of an environment's pill. Well-known environments have their own colours; every
 * other label gets a stable hue from its name.
 */
export function envClass(env: string): string {
  const known = knownEnvironment(env);
  if (known) return `env ${known}`;
  let hash = 7;
  for (const character of env.toLowerCase()) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return `env hue-${hash % HUES}`;
}
