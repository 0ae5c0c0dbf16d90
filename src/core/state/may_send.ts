import type { ConfigState } from "./state.ts";

/**
 * Whether config.json allows what `field` switches. A file that cannot be read and a value that is wrong may
 * be meant to switch it off, so the default does not count then.
 */
export function maySend(
  { status, value, diagnostics }: ConfigState,
  field: "analyticsEnabled" | "releaseCheckEnabled",
): boolean {
  // An error without a place counts errors that are not listed, and one of them may be at the field.
  const wrong = diagnostics.some(({ severity, path: [first = field] }) =>
    severity === "error" && first === field
  );
  return status !== "stale" && !wrong && value[field];
}
