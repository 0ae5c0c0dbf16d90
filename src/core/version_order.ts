/** Returns whether dotted version `a` is at least `b`, compared part by part as numbers; missing parts are 0. */
export function versionAtLeast(a: string, b: string): boolean {
  const left = a.split("."), right = b.split(".");
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = Number(left[i] ?? 0) - Number(right[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
