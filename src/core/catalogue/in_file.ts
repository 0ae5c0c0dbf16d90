import type { Json } from "../json/node.ts";

/**
 * Where config.json names a catalogue, and as what. The place in the file is another one than in the configuration where an
 * entry that is wrong was left out.
 */
export function catalogueInFile(
  document: Json | null | undefined,
  address: string,
): { readonly index: number; readonly entry: Json } | null {
  const list = (document as { readonly catalogs?: Json } | null | undefined)?.catalogs;
  if (!Array.isArray(list)) return null;
  const index = list.findIndex((one) =>
    typeof one === "object" && one !== null && "address" in one && one.address === address
  );
  return index < 0 ? null : { index, entry: list[index]! };
}
