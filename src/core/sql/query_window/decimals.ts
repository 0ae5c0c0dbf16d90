/** Compares decimal numbers of any length, such as `-12.50`. */
export function compareDecimals(a: string, b: string): number {
  const [left, right] = [parted(a), parted(b)];
  if (left.minus !== right.minus) return left.minus ? -1 : 1;
  const way = left.minus ? -1 : 1;
  if (left.integer.length !== right.integer.length) {
    return left.integer.length < right.integer.length ? -way : way;
  }
  const [x, y] = [left.integer + left.part, right.integer + right.part];
  // Behind the point digits compare as texts do, and so do as many before it.
  return x === y ? 0 : x < y ? -way : way;
}

function parted(text: string): { minus: boolean; integer: string; part: string } {
  const [, sign = "", digits = "", behind = ""] = /^(-?)0*(\d*)(?:\.(\d*))?$/.exec(text) ?? [];
  const part = behind.replace(/0+$/, "");
  return { minus: sign === "-" && `${digits}${part}` !== "", integer: digits, part };
}
