import { fieldsOf } from "../json_values.ts";
import { ownProperty } from "../own_property.ts";

/** How much something is used: a score that halves over time, and the time of the score. */
interface Use {
  readonly score: number;
  /** Time in ms since 1970. */
  readonly at: number;
}

/** Uses by key: `action:tools/greet`, `server:Orders`, … */
export type Usage = Readonly<Record<string, Use>>;

/** Time in ms after which a use counts half: a week. */
const HALF_LIFE_MS = 7 * 24 * 3_600_000;
/** Maximum uses that are kept; the least used are dropped first. */
const MAX_COUNT = 500;

/** Returns the current score, which is high for what is used often and recently, and 0 for what was never used. */
export function frecency(use: Use | undefined, now: number): number {
  return use ? use.score * 2 ** (-Math.max(0, now - use.at) / HALF_LIFE_MS) : 0;
}

/**
 * Returns the usage after one more use. A use dated in the future, because the clock was set back, is dated
 * now, since it would outweigh all others.
 */
export function withUse(usage: Usage, key: string, now: number): Usage {
  const past = Object.entries(usage).map(([key, use]) =>
    [key, { ...use, at: Math.min(use.at, now) }] as const
  );
  const next = {
    ...Object.fromEntries(past),
    [key]: { score: frecency(ownProperty(usage, key), now) + 1, at: now },
  };
  const entries = Object.entries(next);
  if (entries.length <= MAX_COUNT) return next;
  const best = entries.sort(([, a], [, b]) => frecency(b, now) - frecency(a, now)).slice(0, MAX_COUNT);
  return Object.fromEntries(best);
}

/** Reads the saved usage, without parts of another shape. */
export function readUsage(value: unknown): Usage {
  const uses = Object.entries(fieldsOf(value)).slice(0, MAX_COUNT).flatMap(([key, use]) => {
    const { score, at } = fieldsOf(use);
    if (typeof score !== "number" || typeof at !== "number" || key === "__proto__") return [];
    return score > 0 && Number.isFinite(score + at) ? [[key, { score, at }] as const] : [];
  });
  return Object.fromEntries(uses);
}
