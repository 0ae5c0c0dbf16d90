import type { Edit } from "../json/edit.ts";
import type { Json } from "../json/node.ts";
import { isRecord } from "../json/value.ts";
import { suggest } from "../text/suggest.ts";

/** Edits of a catalogue's entry in config.json. They are refused when the entry has changed meanwhile. */
interface CatalogueEntry {
  withKeys(keys: readonly string[]): Edit;
  without(): Edit;
}

/**
 * Returns the edits for a catalogue's entry in config.json; null when the file has no such entry. Its index
 * in the file differs from the one in the configuration when an invalid entry was left out.
 */
export function catalogueInFile(document: Json | null | undefined, address: string): CatalogueEntry | null {
  const list = document && isRecord(document) ? document.catalogs : undefined;
  if (!Array.isArray(list)) return null;
  const index = list.findIndex((one) => isRecord(one) && one.address === address);
  const entry = list[index];
  if (entry === undefined || !isRecord(entry)) return null;
  const at = { path: ["catalogs", index], was: entry };
  return {
    withKeys: (keys) => ({ ...at, value: { ...entry, keys: [...keys] } }),
    without: () => at,
  };
}

/**
 * Whether the `count` catalogues of the configuration are all that config.json names. An entry with a fault is
 * left out of the configuration, and so are all under a misspelt key; a file that was not read may name any.
 */
export function areAllInFile(document: Json | null | undefined, count: number): boolean {
  if (!document || !isRecord(document)) return false;
  const { catalogs, ...others } = document;
  if (catalogs !== undefined) return Array.isArray(catalogs) && catalogs.length === count;
  return !Object.keys(others).some((key) => suggest(key, ["catalogs"]) !== undefined);
}
