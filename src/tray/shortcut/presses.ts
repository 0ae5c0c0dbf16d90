/**
 * Which number of a registered combination calls what. Windows and macOS hand the presses of all combinations of a program to
 * the first reader of the queue: only the number tells them apart.
 */
interface Presses {
  /** A number of its own for what a press calls; it is never given again. */
  add(onPress: () => void): number;
  /** Calls what belongs to a number; a press that comes too late calls nothing. */
  pressed(number: number): void;
  remove(number: number): void;
}

/** Makes the table; numbers count from 1. */
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
