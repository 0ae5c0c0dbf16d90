import { trimmedEnd } from "../../text/trimmed_end.ts";

/** Maximum characters of a text in its sort key. */
const KEY = 64;
/** Maximum rows sorted before other work gets its turn. */
const TOGETHER = 8192;
/** Number of digits that a JavaScript number always holds exactly. */
const EXACT = 15;

/** The sort keys of rows. */
export type Keys = ReturnType<typeof createKeys>;

/** Returns empty sort keys for one column; `numberOf` reads its cells, and null compares them as texts. */
export function createKeys(numberOf: ((cell: string) => number) | null, descending: boolean) {
  const keys: (string | number | null)[] = [];
  /** Numbers with more digits than a JavaScript number holds exactly, by row. */
  const long = new Map<number, string>();
  const way = descending ? -1 : 1;
  return {
    add(cell: string | null) {
      if (cell === null) keys.push(null);
      else if (numberOf === null) keys.push(textKey(cell));
      else {
        if (cell.length > EXACT && /^-?\d+(\.\d+)?$/.test(cell)) long.set(keys.length, cell);
        const number = numberOf(cell);
        keys.push(Number.isNaN(number) ? Infinity : number);
      }
    },
    /** Returns a number below zero when row `a` comes before row `b`, counted from 0. NULL is last in both directions. */
    compare(a: number, b: number) {
      const left = keys[a]!, right = keys[b]!;
      if (left === right) {
        if (!long.has(a) && !long.has(b)) return 0;
        return way * compareDecimals(long.get(a) ?? String(left), long.get(b) ?? String(right));
      }
      if (left === null) return 1;
      if (right === null) return -1;
      return left < right ? -way : way;
    },
    /** Whether two keys are equal though the cells may differ after them. */
    isOpen(a: number, b: number) {
      const left = keys[a];
      return typeof left === "string" && left.length === KEY && left === keys[b];
    },
  };
}

const DURATION =
  /^(?:([+-]?\d+) years? ?)?(?:([+-]?\d+) mons? ?)?(?:([+-]?\d+) days? ?)?(?:([+-]?)(\d+):(\d\d):(\d\d(?:\.\d+)?))?$/;

/**
 * Returns the seconds of a TIME of MySQL or an interval of PostgreSQL, with months of 30 days as PostgreSQL
 * compares them; NaN for other texts.
 */
export function secondsOf(text: string): number {
  const found = DURATION.exec(text);
  if (!found) return Number(text.replace("infinity", "Infinity"));
  const part = (at: number) => Number(found[at] ?? 0);
  const clock = part(5) * 3600 + part(6) * 60 + part(7);
  return ((part(1) * 12 + part(2)) * 30 + part(3)) * 86_400 + (found[4] === "-" ? -clock : clock);
}

function textKey(cell: string): string {
  return (cell.length > KEY ? cell.slice(0, KEY) : cell).toLowerCase().slice(0, KEY);
}

/** Compares complete cells in the same way as keys compare their beginnings. */
export function compareTexts(a: string | null, b: string | null, descending: boolean): number {
  const [left, right] = [a?.toLowerCase() ?? "", b?.toLowerCase() ?? ""];
  if (left === right) return 0;
  return (left < right) === descending ? 1 : -1;
}

/**
 * Returns the numbers from 0 up to `count` in order. Equal ones keep their order, and other work gets its
 * turn between the parts.
 */
export async function sorted(
  count: number,
  compare: (a: number, b: number) => number,
): Promise<Int32Array> {
  let runs: Int32Array[] = [];
  const stable = (a: number, b: number) => compare(a, b) || a - b;
  for (let from = 0; from < count; from += TOGETHER) {
    const run = new Int32Array(Math.min(TOGETHER, count - from)).map((_, index) => from + index);
    runs.push(run.sort(stable));
    await others();
  }
  while (runs.length > 1) {
    const next: Int32Array[] = [];
    for (let i = 0; i < runs.length; i += 2) {
      const [left, right] = [runs[i]!, runs[i + 1]];
      next.push(right ? await merged(left, right, stable) : left);
    }
    runs = next;
  }
  return runs[0] ?? new Int32Array(0);
}

async function merged(
  left: Int32Array,
  right: Int32Array,
  compare: (a: number, b: number) => number,
): Promise<Int32Array> {
  const all = new Int32Array(left.length + right.length);
  let l = 0, r = 0;
  for (let at = 0; at < all.length; at++) {
    all[at] = r >= right.length || (l < left.length && compare(left[l]!, right[r]!) <= 0)
      ? left[l++]!
      : right[r++]!;
    if (at % (TOGETHER * 4) === 0) await others();
  }
  return all;
}

function others(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Compares decimal numbers of any length, such as `-12.50`. */
export function compareDecimals(a: string, b: string): number {
  const [left, right] = [parted(a), parted(b)];
  if (left.minus !== right.minus) return left.minus ? -1 : 1;
  const way = left.minus ? -1 : 1;
  if (left.integer.length !== right.integer.length) {
    return left.integer.length < right.integer.length ? -way : way;
  }
  const [x, y] = [left.integer + left.part, right.integer + right.part];
  // Digits after the point compare as text does, and so do digits before it when there are equally many.
  return x === y ? 0 : x < y ? -way : way;
}

function parted(text: string): { minus: boolean; integer: string; part: string } {
  const [, sign = "", digits = "", behind = ""] = /^(-?)0*(\d*)(?:\.(\d*))?$/.exec(text) ?? [];
  const part = trimmedEnd(behind, "0");
  return { minus: sign === "-" && `${digits}${part}` !== "", integer: digits, part };
}
