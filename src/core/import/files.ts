import { readRegularFile } from "../files/read.ts";
import { shownPath } from "../sql/login/files/read.ts";
import { ImportError } from "./found.ts";

/** Maximum bytes read of another program's file: many thousand connections. */
const MAX_SIZE = 4 << 20;

/**
 * Returns the bytes of another program's file, up to `most`; null when there is none. Throws an ImportError
 * when the file cannot be read.
 */
export async function bytesOf(path: string, most = MAX_SIZE): Promise<Uint8Array | null> {
  const read = await readRegularFile(path, most);
  if (read.ok) return read.bytes;
  if (read.why === "missing") return null;
  throw new ImportError(read.message, read.hint);
}

/** Returns the text of another program's file; null when there is none. */
export async function textOf(path: string, most?: number): Promise<string | null> {
  const bytes = await bytesOf(path, most);
  return bytes && new TextDecoder().decode(bytes);
}

/** Parses a text as JSON. Throws an ImportError that names the file. */
export function jsonOf(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    throw unreadable(path, "it is no JSON");
  }
}

/** Returns the error of a file that cannot be imported. `why` follows "cannot be read: ". */
export function unreadable(path: string, why: string): ImportError {
  return new ImportError(
    `${shownPath(path)} cannot be read: ${why}`,
    "Name the right file: kedge --import SOURCE FILE",
  );
}

/** Returns a field of parsed JSON as text, including numbers and booleans; undefined when there is none. */
export function fieldOf(value: unknown, ...names: readonly string[]): string | undefined {
  const inner = within(value, ...names);
  return typeof inner === "string"
    ? inner
    : typeof inner === "number" || typeof inner === "boolean"
    ? String(inner)
    : undefined;
}

/** Returns the value below names of an object; undefined when there is none. */
export function within(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (at, name) =>
      typeof at === "object" && at !== null && Object.hasOwn(at, name)
        ? (at as Record<string, unknown>)[name]
        : undefined,
    value,
  );
}

/** Returns the names and values of an object; empty for any other value. */
export function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}
