/** Difference of this computer's clock above which AWS rejects requests, ms. */
const SKEW_LIMIT = 5 * 60_000;

let skew = 0;

/** Learns the difference of the clocks from the `Date` of a response, which has whole seconds. */
export function learnSkew(date: string | null, now = Date.now()): void {
  const theirs = date === null ? NaN : Date.parse(date);
  if (!Number.isNaN(theirs)) skew = theirs - now;
}

/**
 * Returns what must be added to this computer's time to get AWS's, ms; 0 until a response of AWS shows a
 * difference that matters.
 */
export function clockSkew(): number {
  return Math.abs(skew) > SKEW_LIMIT ? skew : 0;
}

/** Returns a time in ms as AWS's signatures have it: `20260101T000000Z`. */
export function signatureTime(ms: number): string {
  return new Date(ms).toISOString().replace(/[:-]|\.\d{3}/g, "");
}

/** Says in words how wrong the clock is: `2 hours ahead`. */
export function skewWords(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  const [amount, unit] = minutes < 120
    ? [minutes, "minute"]
    : minutes < 2880
    ? [Math.round(minutes / 60), "hour"]
    : [Math.round(minutes / 1440), "day"];
  return `${amount} ${unit}${amount === 1 ? "" : "s"} ${ms < 0 ? "ahead" : "behind"}`;
}
