/** Milliseconds without a letter after which a letter is meant for the selected cell again. */
const PAUSE = 1000;

/** Tells letters that were meant for a row that was refused while the user typed. `now` returns milliseconds. */
export function unwantedLetters(now: () => number = () => performance.now()) {
  let last = -Infinity;
  return {
    /** Records that a row was refused. */
    begin: () => void (last = now()),
    /** Whether this begin of an editor is such a letter; `text` is undefined for a key that is none. */
    isOne(text: string | undefined): boolean {
      const isOne = text !== undefined && now() - last < PAUSE;
      last = isOne ? now() : -Infinity;
      return isOne;
    },
  };
}
