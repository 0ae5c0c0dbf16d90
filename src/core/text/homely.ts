/** Returns a path as people write it, with `~` in place of the user's home folder. */
export function homely(path: string, home: string | undefined): string {
  if (!home || !path.startsWith(home) || !/^[\\/]/.test(path.slice(home.length))) return path;
  return `~${path.slice(home.length)}`;
}
