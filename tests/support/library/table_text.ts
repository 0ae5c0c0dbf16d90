/** Joins names into lines for a table. */
export function wrapped(names: readonly string[]): string[] {
  const lines = [""];
  for (const name of names) {
    const last = lines[lines.length - 1]!;
    if (last.length + name.length > 95) lines.push(name);
    else lines[lines.length - 1] = last ? `${last} ${name}` : name;
  }
  return lines;
}
