/**
 * Returns what is logged of a failure of Kedge's own while SQL runs: the kind of error and where it happened.
 * The error's message is left out, because it may quote a statement or a row.
 */
export function withoutWords(error: unknown): Error {
  const made = new Error("a failure of Kedge's own");
  if (!(error instanceof Error)) return made;
  const { name, message, stack = "" } = error;
  const code = (error as { readonly code?: unknown }).code;
  const known = typeof code === "string" && /^[A-Z][A-Z0-9_]{1,30}$/.test(code) ? ` ${code}` : "";
  const head = `${name}: ${message}`;
  // A message of several lines may look like stack frames, so only what follows the whole message is kept.
  const frames = stack.startsWith(head) ? stack.slice(head.length) : "";
  made.stack = `${name}${known}${frames}`;
  return made;
}
