import type { Json } from "../json/node.ts";

/** An object of config.json as it stands in the file. */
export type ListEntry = Readonly<Record<string, Json>>;

/** A list of config.json. */
export type ListName = "accounts" | "envRules" | "servers";

const NOTHING: ListEntry = {};

/** The file's own top level, or an entry of it; empty for what is no object. */
export function asEntry(value: Json | undefined): ListEntry {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value as ListEntry : NOTHING;
}

/** One of the file's lists, as the file has it; empty where it has something else. */
export function listOf(document: Json | undefined, list: ListName): readonly Json[] {
  const value = asEntry(document)[list];
  return Array.isArray(value) ? value : [];
}

/** The name or number that no two entries of a list may share; empty where there is none. */
export function nameInList(list: ListName, entry: ListEntry): string {
  return list === "envRules" ? "" : typedText(entry[list === "servers" ? "name" : "accountId"]);
}

/** A value as the text of its control. A list of texts is joined by commas. */
export function typedText(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map((item: Json) => typedText(item)).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
