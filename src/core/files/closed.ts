/**
 * Makes something, such as a process or a socket, whose new files only the user can use, like all files of
 * Kedge's home.
 */
export function closedToOthers<T>(make: () => T): T {
  if (Deno.uid() === null) return make();
  const before = Deno.umask(0o077);
  try {
    return make();
  } finally {
    Deno.umask(before);
  }
}
