/**
 * The last line of a terminal, which shows the progress of a run. It stays below all output, and is hidden
 * during a question.
 */
interface StatusLine {
  /** Shows another line, or none for null. During a question the line appears afterwards. */
  set(line: string | null): void;
  /** Prints above the line. */
  above(print: () => void): void;
  /** Hides the line during a question. */
  away<T>(ask: () => Promise<T>): Promise<T>;
  /** Whether a question is open. */
  readonly isAway: boolean;
  erase(): void;
}

/** Creates a status line. `put` writes to the terminal without changes. */
export function createStatusLine(put: (text: string) => void): StatusLine {
  let line: string | null = null;
  let drawn = false;
  let asked = 0;
  function erase(): void {
    if (drawn) put("\r\x1b[K");
    drawn = false;
  }
  function draw(): void {
    if (line === null || asked > 0) return;
    put(line);
    drawn = true;
  }
  return {
    set(next) {
      erase();
      line = next;
      draw();
    },
    above(print) {
      erase();
      print();
      draw();
    },
    async away(ask) {
      erase();
      asked++;
      try {
        return await ask();
      } finally {
        asked--;
        draw();
      }
    },
    get isAway() {
      return asked > 0;
    },
    erase,
  };
}
