import type { Json } from "../json/node.ts";

/** An object of config.json as it stands in the file. */
export type ListEntry = Readonly<Record<string, Json>>;

const NOTHING: ListEntry = {};

/** The file's own top level; empty while it is missing or unreadable. */
export function rootOf(document: Json | undefined): ListEntry {
  return isEntry(document) ? document : NOTHING;
}

/** The entries of one of the file's lists, in the file's order; an entry of another kind is empty. */
export function entriesOf(document: Json | undefined, list: string): readonly ListEntry[] {
  const value = rootOf(document)[list];
  return Array.isArray(value) ? value.map((entry: Json) => isEntry(entry) ? entry : {}) : [];
}

function isEntry(value: Json | undefined): value is ListEntry {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
