/**
 * Numbers, dates and times as the user's system writes them: the one place that forms them. Until a program has said which
 * locales it has, and where the system has none, there is one plain form: 1,200 and 18:47 on 2026-11-23.
 */

/** How the user writes numbers and times, as language tags; null for the plain form. */
export interface Locales {
  readonly numbers: string | null;
  readonly times: string | null;
}

/** The plain form of numbers and of times of day: 1,200.5 and 18:47:05.120. */
const PLAIN = "en-GB";
/** The plain form of dates: 2026-11-23. */
const PLAIN_DATE = "sv-SE";

let chosen: Locales = { numbers: null, times: null };
let made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

/** Sets the locales of all numbers and times from now on. An invalid or unknown tag means the plain form. */
export function useLocales({ numbers, times }: Locales): void {
  chosen = { numbers: known(numbers), times: known(times) };
  made = new Map();
}

/** The locales in use, for another process of Kedge. */
export function usedLocales(): Locales {
  return chosen;
}

/** A number with its groups: `1,200`. With `digits` it has so many behind the point, else those it has, at most three. */
export function formatNumber(n: number, digits?: number): string {
  return once(`n${digits}`, () =>
    new Intl.NumberFormat(chosen.numbers ?? PLAIN, {
      numberingSystem: "latn",
      ...(digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    })).format(n);
}

/** The time of day: `18:47`, or what the user writes for it. Takes milliseconds since 1970. */
export function formatTime(at: number): string {
  return time(at, {});
}

/** The time of day to the second: `18:47:05`. Takes milliseconds since 1970. */
export function formatSeconds(at: number): string {
  return time(at, { second: "2-digit" });
}

/** The time of day to the millisecond, for the lines of a log: `18:47:05.120`. Takes milliseconds since 1970. */
export function formatMilliseconds(at: number): string {
  return time(at, { second: "2-digit", fractionalSecondDigits: 3 });
}

/** The day: `2026-11-23`, or what the user writes for it. Takes milliseconds since 1970. */
export function formatDate(at: number): string {
  return once("d", () =>
    new Intl.DateTimeFormat(chosen.times ?? PLAIN_DATE, {
      numberingSystem: "latn",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    })).format(at);
}

/** Day and time: `2026-11-23 18:47`. Takes milliseconds since 1970. */
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

/** A format that is made once: making one costs a thousand times what using it does. */
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
