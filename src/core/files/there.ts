/** Returns whether something is at a path, such as a link that leads nowhere. */
export function isThere(path: string): boolean {
  try {
    return Deno.lstatSync(path) !== null;
  } catch {
    return false;
  }
}
