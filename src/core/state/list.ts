/** An item of a list, identified by its id. */
interface Item {
  readonly id: string;
}

/** Returns the list with some fields of one item changed; the same list when it has no such item. */
export function patched<T extends Item>(list: readonly T[], id: string, change: Partial<T>): readonly T[] {
  const at = list.findIndex((item) => item.id === id);
  return at < 0 ? list : list.with(at, { ...list[at]!, ...change });
}

/** Returns the list with an item in the place of the one that `which` selects, or at the end. */
export function placed<T>(list: readonly T[], item: T, which: (item: T) => boolean): readonly T[] {
  const at = list.findIndex(which);
  return at < 0 ? [...list, item] : list.with(at, item);
}

/** Returns the list without the items that `which` selects; the same list when it selects none. */
export function without<T>(list: readonly T[], which: (item: T) => boolean): readonly T[] {
  return list.some(which) ? list.filter((item) => !which(item)) : list;
}
