import type { Json } from "./node.ts";

/** Returns the value at a path; undefined when there is none. */
export function at(value: Json, path: readonly (string | number)[]): Json | undefined {
  let current: Json | undefined = value;
  for (const step of path) {
    if (typeof step === "number") current = isList(current) ? current[step] : undefined;
    else current = isRecord(current) && Object.hasOwn(current, step) ? current[step] : undefined;
  }
  return current;
}

/** Returns a value as text with sorted keys, so that equal values have equal texts. */
export function canonical(value: Json): string {
  if (typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonical).join()}]`;
  const record = value as Readonly<Record<string, Json>>;
  return `{${
    Object.keys(record).sort().map((key) => `${JSON.stringify(key)}:${canonical(record[key]!)}`).join()
  }}`;
}

/** Whether a value is a list. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Whether a value is an object. */
export function isRecord(value: Json | undefined): value is Readonly<Record<string, Json>> {
  return typeof value === "object" && value !== null && !isList(value);
}
