import type { Json } from "../json/node.ts";

/** An object of config.json as written in the file. */
export type ListEntry = Readonly<Record<string, Json>>;

/** A list of config.json. */
export type ListName = "accounts" | "envRules" | "servers";

const NOTHING: ListEntry = {};

/** Returns the file's top level or an entry as an object; empty when it is not an object. */
export function asEntry(value: Json | undefined): ListEntry {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value as ListEntry : NOTHING;
}

/** Returns one of the file's lists as written; empty when the value is not a list. */
export function listOf(document: Json | undefined, list: ListName): readonly Json[] {
  const value = asEntry(document)[list];
  return Array.isArray(value) ? value : [];
}

/** Returns the name or number that must be unique in a list; empty when there is none. */
export function nameInList(list: ListName, entry: ListEntry): string {
  return list === "envRules" ? "" : typedText(entry[list === "servers" ? "name" : "accountId"]);
}

/** Returns a value as the text of its input control; list items are joined by commas. */
export function typedText(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map((item: Json) => typedText(item)).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
