/** The last line of a terminal: how far a run is. It stands below what is printed, and is away while something is asked. */
interface StatusLine {
  /** Shows another line, or none; while something is asked, afterwards. */
  set(line: string | null): void;
  /** Prints something above it. */
  above(print: () => void): void;
  /** Leaves the terminal to a question. */
  away<T>(ask: () => Promise<T>): Promise<T>;
  /** Something is asked. */
  readonly isAway: boolean;
  erase(): void;
}

/** `put` writes to the terminal as it is. */
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
