import type { Server } from "./config.ts";

/** The servers that have another name in the same place of the list, each as `[from, to]`. */
export function renamed(
  before: readonly Server[],
  now: readonly Server[],
): readonly (readonly [from: string, to: string])[] {
  if (before.length !== now.length) return [];
  const had = new Set(before.map(({ name }) => name)), has = new Set(now.map(({ name }) => name));
  return before.map(({ name }, at) => [name, now[at]!.name] as const)
    .filter(([from, to]) => !has.has(from) && !had.has(to));
}
