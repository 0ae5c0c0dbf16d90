/** Returns whether something is at a path, such as a link that leads nowhere. */
export function isThere(path: string): boolean {
  try {
    return Deno.lstatSync(path) !== null;
  } catch {
    return false;
  }
}

/**
 * Returns the information about a path, following links; null when it cannot be read. Synchronous because every
 * short command waits for it, and starting a thread costs more than reading.
 */
export function statOrNull(path: string): Deno.FileInfo | null {
  try {
    return Deno.statSync(path);
  } catch {
    return null;
  }
}
