/** Milliseconds per unit. */
const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

/**
 * Returns the time that a text means, ms since 1970: that long ago (`90s`, `15m`, `1h`, `2d`, `1w`), or an
 * ISO date or time. Returns null for any other text.
 */
export function sinceOf(text: string, now: number): number | null {
  const [, count, unit] = /^(\d{1,6})([smhdw])$/.exec(text.trim()) ?? [];
  if (count !== undefined && unit !== undefined) return Math.max(0, now - Number(count) * UNITS[unit]!);
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/.test(text.trim())) return null;
  const at = Date.parse(text.trim());
  return Number.isNaN(at) || at < 0 ? null : at;
}
