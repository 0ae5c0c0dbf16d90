/**
 * Returns a function that derives a part of the state and keeps the identity of its result. While the values
 * of `inputs` are the same, one by one, the result is the same object; in a new result, every part that
 * equals the last one's stays the same object. Only the last inputs are remembered, so something that depends
 * on more than the state (such as a window's parameters) needs a selector for each user.
 */
export function selector<State, const Inputs extends readonly unknown[], Result>(
  inputs: (state: State) => Inputs,
  derive: (...inputs: Inputs) => Result,
): (state: State) => Result {
  let last: { readonly inputs: Inputs; readonly result: Result } | undefined;
  return (state) => {
    const now = inputs(state);
    if (last && now.every((input, index) => Object.is(input, last!.inputs[index]))) return last.result;
    const result = derive(...now);
    last = { inputs: now, result: last ? reuse(last.result, result) : result };
    return last.result;
  };
}

/**
 * Returns `after` with every equal part taken from `before`, or `before` itself when nothing differs, so that
 * reading the same data again keeps the identity of objects. For plain data: lists and objects without
 * cycles.
 */
export function reuse<T>(before: unknown, after: T): T {
  if (Object.is(before, after)) return after;
  if (Array.isArray(before) && Array.isArray(after)) {
    const items = after.map((item, index) => reuse(before[index], item));
    const same = items.length === before.length &&
      items.every((item, index) => Object.is(item, before[index]));
    return (same ? before : items) as T;
  }
  if (!isPlain(before) || !isPlain(after)) return after;
  const parts = Object.entries(after).map(([key, part]) => [key, reuse(before[key], part)] as const);
  const same = parts.length === Object.keys(before).length &&
    parts.every(([key, part]) => Object.hasOwn(before, key) && Object.is(part, before[key]));
  return (same ? before : Object.fromEntries(parts)) as T;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
