/**
 * Maps the number of a registered combination to its callback. Windows and macOS deliver the presses of all
 * combinations of a program to the first reader of the queue, so only the number tells them apart.
 */
interface Presses {
  /** Adds a callback and returns its number, which is never used again. */
  add(onPress: () => void): number;
  /** Calls the callback of a number; a press after `remove` calls nothing. */
  pressed(number: number): void;
  remove(number: number): void;
}

/** Creates an empty map; numbers start at 1. */
export function createPresses(): Presses {
  const known = new Map<number, () => void>();
  let last = 0;
  return {
    add(onPress) {
      known.set(++last, onPress);
      return last;
    },
    pressed: (number) => known.get(number)?.(),
    remove: (number) => void known.delete(number),
  };
}
