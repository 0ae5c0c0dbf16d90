import type { Edit } from "../json/edit.ts";
import type { Json } from "../json/node.ts";
import { isRecord } from "../json/value.ts";

/** Changes of a catalogue's entry in config.json, which are refused where another entry stands there meanwhile. */
interface CatalogueEntry {
  withKeys(keys: readonly string[]): Edit;
  without(): Edit;
}

/**
 * The entry of a catalogue in config.json. Its place in the file is another one than in the configuration where an entry that is
 * wrong was left out.
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
