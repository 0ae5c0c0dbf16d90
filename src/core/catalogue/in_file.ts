import type { Edit } from "../json/edit.ts";
import type { Json } from "../json/node.ts";
import { isRecord } from "../json/value.ts";
import { suggest } from "../text/suggest.ts";

/** Edits of a catalogue's entries in config.json. They are refused when an entry has changed meanwhile. */
interface CatalogueEntries {
  /** Whether an entry, also one with a fault, names keys. */
  readonly hasKeys: boolean;
  withKeys(keys: readonly string[]): Edit[];
  without(): Edit[];
}

/**
 * Returns the edits for all entries of a catalogue in config.json, of which the first valid one counts; null
 * when the file has no such entry. Indexes in the file differ from those in the configuration when an invalid
 * entry was left out.
 */
export function catalogueInFile(document: Json | null | undefined, address: string): CatalogueEntries | null {
  const list = document && isRecord(document) ? document.catalogs : undefined;
  if (!Array.isArray(list)) return null;
  const entries = list.flatMap((was: Json, index) =>
    isRecord(was) && was.address === address ? [{ path: ["catalogs", index], was }] : []
  );
  if (entries.length === 0) return null;
  return {
    hasKeys: entries.some(({ was: { keys = [] } }) => !Array.isArray(keys) || keys.length > 0),
    withKeys: (keys) => entries.map((at) => ({ ...at, value: { ...at.was, keys: [...keys] } })),
    // From the last one on, because a removed entry moves those behind it.
    without: () => entries.toReversed(),
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
