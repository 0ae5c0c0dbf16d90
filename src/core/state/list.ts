/** A thing of a list, told from the others by its id. */
interface Item {
  readonly id: string;
}

/** The list with some fields of one item changed; the list itself when it has no such item. */
export function patched<T extends Item>(list: readonly T[], id: string, change: Partial<T>): readonly T[] {
  const at = list.findIndex((item) => item.id === id);
  return at < 0 ? list : list.with(at, { ...list[at]!, ...change });
}

/** The list without the items that `which` picks; the list itself when it picks none. */
export function without<T>(list: readonly T[], which: (item: T) => boolean): readonly T[] {
  return list.some(which) ? list.filter((item) => !which(item)) : list;
}
