/** Returns the names of columns without repetition: the second column of a name becomes `name_2`. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return names.map((name) => {
    let unique = name;
    let number = next.get(name) ?? 2;
    for (; taken.has(unique); number++) unique = `${name}_${number}`;
    next.set(name, number);
    taken.add(unique);
    return unique;
  });
}
