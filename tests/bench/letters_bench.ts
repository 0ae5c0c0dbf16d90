/** From a letter to its pixels in a palette over thousands of accounts, in the whole program's WebKitGTK window. */
import { FIELD, inProgram, ROWS, show } from "./probe/palette.ts";

const LETTERS = 60, ACCOUNTS = 20_000;
/** Between a letter and what takes it away again, so that nothing of the one is left to do for the other, in ms. */
const REST = 200;

/** Measures letters that come one by one. */
export async function bench(): Promise<string[]> {
  const { field, rows } = await typing();
  return [letterLine("a letter to the field", field), letterLine("a letter to its rows", rows)];
}

function letterLine(what: string, times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const within = (part: number) => sorted[Math.ceil(part * sorted.length) - 1]!.toFixed(0);
  return `${what.padEnd(32)}${within(0.5)} ms with ${
    ACCOUNTS.toLocaleString("en")
  } accounts, 95 of 100 within ${within(0.95)} ms, goal 50`;
}

/** How long letters take until the field shows them, and until the rows that fit are drawn. */
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
