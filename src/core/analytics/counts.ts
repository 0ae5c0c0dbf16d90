import { fieldsOf } from "../json_values.ts";
import { ownProperty } from "../own_property.ts";

/** Everything that is counted, by the command that a user gives. Nothing else is ever counted. */
export const COUNTED: Readonly<Record<string, string>> = {
  runAction: "actions_run",
  confirmReview: "extensions_trusted",
  openWindow: "windows_opened",
  testServer: "servers_tested",
  editConfig: "settings_changed",
};

/** The number of uses of each command since the last message. */
export type Counts = Readonly<Record<string, number>>;

/** Counts that were not sent yet. Times are ms since 1970. */
export interface AnalyticsState {
  readonly counts: Counts;
  /** Time of the last attempt to send, or the start of counting. The next message comes at least a day later. */
  readonly since: number;
}

/** Returns a state without counts that starts at a time. */
export function nothingCounted(since: number): AnalyticsState {
  return { counts: {}, since };
}

/** Returns the state after a command. */
export function afterCommand(state: AnalyticsState, command: string): AnalyticsState {
  const name = ownProperty(COUNTED, command) ?? null;
  if (name === null) return state;
  return { ...state, counts: { ...state.counts, [name]: (state.counts[name] ?? 0) + 1 } };
}

/** Reads the saved value; invalid parts are left out, and a time in the future counts as now. */
export function readCounted(saved: unknown, now: number): AnalyticsState {
  const { counts, since } = fieldsOf(saved);
  const names = new Set(Object.values(COUNTED));
  const known = Object.entries(fieldsOf(counts)).flatMap(([name, count]) =>
    names.has(name) && typeof count === "number" && Number.isSafeInteger(count) && count > 0
      ? [[name, count] as const]
      : []
  );
  return {
    counts: Object.fromEntries(known),
    since: typeof since === "number" && since <= now ? since : now,
  };
}
