/**
 * Creates the last line of a terminal, which shows the progress of a run. It stays below all output, and is
 * hidden during a question. `put` writes to the terminal without changes.
 */
export function createStatusLine(put: (text: string) => void) {
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
    /** Shows another line, or none for null. During a question the line appears afterwards. */
    set(next: string | null) {
      erase();
      line = next;
      draw();
    },
    /** Prints above the line. */
    above(print: () => void) {
      erase();
      print();
      draw();
    },
    /** Hides the line during a question. */
    async away<T>(ask: () => Promise<T>): Promise<T> {
      erase();
      asked++;
      try {
        return await ask();
      } finally {
        asked--;
        draw();
      }
    },
    /** Whether a question is open. */
    get isAway() {
      return asked > 0;
    },
    erase,
  };
}
