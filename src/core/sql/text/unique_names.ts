/** Names of columns, each once: the second of a name is `name_2`. */
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
