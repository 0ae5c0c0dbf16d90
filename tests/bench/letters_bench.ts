/**
 * Measures the time from a letter to its pixels in a palette with thousands of accounts, in the
 * whole program's WebKitGTK window.
 */
import { FIELD, inProgram, ROWS, show } from "./probe/palette.ts";
import { goal } from "./goal.ts";

const LETTERS = 60, ACCOUNTS = 20_000;
/** Milliseconds between a letter and its removal, so that no work of one is left for the other. */
const REST = 200;

/** Measures letters typed one at a time. */
export async function bench(): Promise<string[]> {
  const { field, rows } = await typing();
  return [letterLine("a letter to the field", field), letterLine("a letter to its rows", rows)];
}

function letterLine(what: string, times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const within = (part: number) => sorted[Math.ceil(part * sorted.length) - 1]!.toFixed(0);
  return `${what.padEnd(32)}${within(0.5)} ms with ${
    ACCOUNTS.toLocaleString("en")
  } accounts, 95 of 100 within ${within(0.95)} ms, ${goal("50", Number(within(0.95)) <= 50)}`;
}

/** Returns the times until the field shows a letter, and until the visible rows are drawn. */
function typing(): Promise<{ readonly field: number[]; readonly rows: number[] }> {
  return inProgram("1", ACCOUNTS, async (screen) => {
    await show(screen);
    const field: number[] = [], rows: number[] = [];
    const back = await screen.keys("BackSpace");
    const rest = () => new Promise((resolve) => setTimeout(resolve, REST));
    for (let n = 0; n < LETTERS + 2; n++) {
      const letter = await screen.keys(String(n % 10));
      await rest();
      const before = await screen.part(FIELD), rowsBefore = await screen.part(ROWS);
      const start = performance.now();
      screen.press(letter);
      await screen.differs(FIELD, before);
      const seen = performance.now() - start;
      await screen.differs(ROWS, rowsBefore);
      if (n >= 2) {
        field.push(seen);
        rows.push(performance.now() - start);
      }
      await rest();
      screen.press(back);
    }
    return { field, rows };
  });
}
