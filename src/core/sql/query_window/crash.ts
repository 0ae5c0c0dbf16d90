/**
 * What is logged of a failure of Kedge's own while SQL runs: what kind it is and where it happened. Its words stay out, as
 * they may quote a statement or a row.
 */
export function withoutWords(error: unknown): Error {
  const made = new Error("a failure of Kedge's own");
  if (!(error instanceof Error)) return made;
  const { name, message, stack = "" } = error;
  const code = (error as { readonly code?: unknown }).code;
  const known = typeof code === "string" && /^[A-Z][A-Z0-9_]{1,30}$/.test(code) ? ` ${code}` : "";
  const head = `${name}: ${message}`;
  // Words of several lines may look like places: only what stands behind all of them is one.
  const frames = stack.startsWith(head) ? stack.slice(head.length) : "";
  made.stack = `${name}${known}${frames}`;
  return made;
}
