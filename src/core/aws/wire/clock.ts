/** How far this computer's clock may be off before it matters to AWS, ms. */
const SKEW_LIMIT = 5 * 60_000;

let skew = 0;

/** Learns how far the clock is off from an answer's `Date`, which has whole seconds. */
export function learnSkew(date: string | null, now = Date.now()): void {
  const theirs = date === null ? NaN : Date.parse(date);
  if (!Number.isNaN(theirs)) skew = theirs - now;
}

/** What must be added to this computer's time to get AWS's, ms; 0 until an answer of AWS told it. */
export function clockSkew(): number {
  return Math.abs(skew) > SKEW_LIMIT ? skew : 0;
}

/** How wrong the clock is, for people: `2 hours ahead`. */
export function skewWords(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  const [amount, unit] = minutes < 120
    ? [minutes, "minute"]
    : minutes < 2880
    ? [Math.round(minutes / 60), "hour"]
    : [Math.round(minutes / 1440), "day"];
  return `${amount} ${unit}${amount === 1 ? "" : "s"} ${ms < 0 ? "ahead" : "behind"}`;
}
