/** A path as people write it: what lies in the user's home folder begins with `~`. */
export function homely(path: string, home: string | undefined): string {
  if (!home || !path.startsWith(home) || !/^[\\/]/.test(path.slice(home.length))) return path;
  return `~${path.slice(home.length)}`;
}
