/** Milliseconds without a letter after which a letter is meant for the selected cell again. */
const PAUSE = 1000;

/** Letters that were meant for a row that was refused while the user typed. */
interface UnwantedLetters {
  /** Records that a row was refused. */
  begin(): void;
  /** Whether this begin of an editor is such a letter; `text` is undefined for a key that is none. */
  isOne(text: string | undefined): boolean;
}

/** Begins without a refused row. `now` returns milliseconds. */
export function unwantedLetters(now: () => number = () => performance.now()): UnwantedLetters {
  let last = -Infinity;
  return {
    begin: () => void (last = now()),
    isOne(text) {
      const isOne = text !== undefined && now() - last < PAUSE;
      last = isOne ? now() : -Infinity;
      return isOne;
    },
  };
}
