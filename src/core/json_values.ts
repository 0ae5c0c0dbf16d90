/** Parses JSON from outside; null for a text that is not JSON, or that is missing. */
export function jsonOrNull(text: string | null | undefined): unknown {
  try {
    return text == null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the fields of a value from outside; none when it is not an object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? value as Record<string, unknown>
    : {};
}
