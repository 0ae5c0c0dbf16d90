/**
 * Creates an empty map from the number of a registered combination to its callback; numbers start at 1.
 * Windows and macOS deliver the presses of all combinations of a program to the first reader of the queue, so
 * only the number tells them apart.
 */
export function createPresses() {
  const known = new Map<number, () => void>();
  let last = 0;
  return {
    /** Adds a callback and returns its number, which is never used again. */
    add(onPress: () => void) {
      known.set(++last, onPress);
      return last;
    },
    /** Calls the callback of a number; a press after `remove` calls nothing. */
    pressed: (number: number) => known.get(number)?.(),
    remove: (number: number) => void known.delete(number),
  };
}
