/**
 * Lets the first of several values through at once and of those that follow within `ms` only the last, when
 * the time is over: what a script does in a loop must not cost a change of the state each time. `wanted` is
 * asked before a late value is let through.
 */
export function throttle<T>(
  ms: number,
  apply: (value: T) => void,
  wanted: () => boolean,
): (value: T) => void {
  let last: { readonly value: T } | undefined;
  let waiting = false;

  function next(): void {
    waiting = false;
    if (!last || !wanted()) return;
    const { value } = last;
    last = undefined;
    give(value);
  }
  function give(value: T): void {
    waiting = true;
    setTimeout(next, ms);
    apply(value);
  }
  return (value) => {
    if (waiting) last = { value };
    else give(value);
  };
}
