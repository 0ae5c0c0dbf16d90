import { knownEnvironment } from "../../core/accounts/environments.ts";

const HUES = 7;

/**
 * The classes of an environment's pill: the well-known ones have colours of their own, every other label a stable hue
 * from its name.
 */
export function envClass(env: string): string {
  const known = knownEnvironment(env);
  if (known) return `env ${known}`;
  let hash = 7;
  for (const character of env.toLowerCase()) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return `env hue-${hash % HUES}`;
}
