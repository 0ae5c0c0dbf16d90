import type { ConfigState } from "./state.ts";

/**
 * Whether config.json allows what `field` switches. A file that cannot be read and a value that is wrong may
 * be meant to switch it off, so the default does not count then.
 */
export function maySend(config: ConfigState, field: "analyticsEnabled" | "releaseCheckEnabled"): boolean {
  return config.status !== "stale" && !isWrong(config, field) && config.value[field];
}

/** Whether the value of `field` in config.json is wrong, so that its default may not be what was meant. */
export function isWrong({ diagnostics }: ConfigState, field: keyof ConfigState["value"]): boolean {
  // An error without a place counts errors that are not listed, and one of them may be at the field.
  return diagnostics.some(({ severity, path: [first = field] }) => severity === "error" && first === field);
}
