/**
 * Numbers, dates and times in the format of the user's system. All of them are formatted here. Until a
 * program has set the locales, and where the system has none, there is one plain format: 1,200 and 18:47 on
 * 2026-11-23.
 */

/** Locales of numbers and times as language tags; null for the plain format. */
export interface Locales {
  readonly numbers: string | null;
  readonly times: string | null;
}

/** Locale of the plain format of numbers and times of day: 1,200.5 and 18:47:05.120. */
const PLAIN = "en-GB";
/** Locale of the plain format of dates: 2026-11-23. */
const PLAIN_DATE = "sv-SE";

let chosen: Locales = { numbers: null, times: null };
let made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

/** Sets the locales of all numbers and times. An invalid or unknown tag means the plain format. */
export function useLocales({ numbers, times }: Locales): void {
  chosen = { numbers: known(numbers), times: known(times) };
  made = new Map();
}

/** Returns the locales in use, for another process of Kedge. */
export function usedLocales(): Locales {
  return chosen;
}

/** Returns a number with its groups: `1,200`. It has `digits` decimals, or without `digits` up to three. */
export function formatNumber(n: number, digits?: number): string {
  return once(`n${digits}`, () =>
    new Intl.NumberFormat(chosen.numbers ?? PLAIN, {
      numberingSystem: "latn",
      ...(digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    })).format(n);
}

/** Returns the time of day: `18:47`, or in the user's format. Takes ms since 1970. */
export function formatTime(at: number): string {
  return time(at, {});
}

/** Returns the time of day with seconds: `18:47:05`. Takes ms since 1970. */
export function formatSeconds(at: number): string {
  return time(at, { second: "2-digit" });
}

/** Returns the time of day with milliseconds, for the lines of a log: `18:47:05.120`. Takes ms since 1970. */
export function formatMilliseconds(at: number): string {
  return time(at, { second: "2-digit", fractionalSecondDigits: 3 });
}

/** Returns the date: `2026-11-23`, or in the user's format. Takes ms since 1970. */
export function formatDate(at: number): string {
  return once("d", () =>
    new Intl.DateTimeFormat(chosen.times ?? PLAIN_DATE, {
      numberingSystem: "latn",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    })).format(at);
}

/** Returns date and time: `2026-11-23 18:47`. Takes ms since 1970. */
export function formatMoment(at: number): string {
  return `${formatDate(at)} ${formatTime(at)}`;
}

function time(at: number, more: Intl.DateTimeFormatOptions): string {
  return once(`t${Object.keys(more).length}`, () =>
    new Intl.DateTimeFormat(chosen.times ?? PLAIN, {
      numberingSystem: "latn",
      hour: "2-digit",
      minute: "2-digit",
      // Midnight is 00:00 in the plain form, on every system.
      ...(chosen.times === null ? { hourCycle: "h23" } : {}),
      ...more,
    })).format(at);
}

/** Returns a format that is made only once, because making one costs a thousand times as much as using it. */
function once<Format extends Intl.NumberFormat | Intl.DateTimeFormat>(
  key: string,
  make: () => Format,
): Format {
  let format = made.get(key) as Format | undefined;
  if (!format) made.set(key, format = make());
  return format;
}

function known(tag: string | null): string | null {
  if (tag === null) return null;
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0 ? tag : null;
  } catch {
    return null;
  }
}
