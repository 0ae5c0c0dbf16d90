import { ownProperty } from "../own_property.ts";
/** Everything that is counted, by the command that a user gives. What is not here is never counted. */
export const COUNTED: Readonly<Record<string, string>> = {
  runAction: "actions_run",
  confirmReview: "extensions_trusted",
  openWindow: "windows_opened",
  testServer: "servers_tested",
  editConfig: "settings_changed",
};

/** How often each thing was done since the last message. */
export type Counts = Readonly<Record<string, number>>;

/** What is counted and not sent yet. Times are milliseconds since 1970. */
export interface AnalyticsState {
  readonly counts: Counts;
  /** When the last message was tried, or when counting began: a day must lie between that and the next message. */
  readonly since: number;
}

/** Nothing counted, from a moment on. */
export function nothingCounted(since: number): AnalyticsState {
  return { counts: {}, since };
}

/** The state after a command. */
export function afterCommand(state: AnalyticsState, command: string): AnalyticsState {
  const name = ownProperty(COUNTED, command) ?? null;
  if (name === null) return state;
  return { ...state, counts: { ...state.counts, [name]: (state.counts[name] ?? 0) + 1 } };
}

/** The saved value; parts of another shape are left out, and a time to come counts as now. */
export function readCounted(saved: unknown, now: number): AnalyticsState {
  if (typeof saved !== "object" || saved === null) return nothingCounted(now);
  const { counts, since } = saved as { counts?: unknown; since?: unknown };
  const names = new Set(Object.values(COUNTED));
  const known = Object.entries(typeof counts === "object" && counts !== null ? counts : {})
    .filter(([name, count]) => names.has(name) && Number.isSafeInteger(count) && count > 0);
  const begun = typeof since === "number" && since <= now ? since : now;
  return { counts: Object.fromEntries(known), since: begun };
}
