/** The hidden columns in an entry of the configuration: `table.column` or `schema.table.column`. */
export interface HiddenPatterns {
  /** Returns whether a column of a table is hidden, regardless of case. */
  hides(schema: string, table: string, column: string): boolean;
}

/** Returns a name without case and diacritics, because some servers treat such names as equal. */
export function foldedName(name: string): string {
  // Which lower case a Greek sigma has depends on what follows it.
  return name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toUpperCase().toLowerCase().replaceAll("ς", "σ");
}

/** Returns why a text does not name a column; null when it does. */
export function patternFault(pattern: string): string | null {
  const parts = pattern.split(".");
  if (parts.length < 2 || parts.length > 3) return "names no column of a table";
  return parts.some((part) => part.trim() === "" || part !== part.trim()) ? "has an empty part" : null;
}

/** Parses the patterns of a server; null when it hides nothing. */
export function hiddenPatterns(
  { agents }: { readonly agents?: { readonly hidden: readonly string[] } | undefined },
): HiddenPatterns | null {
  const hidden = agents?.hidden ?? [];
  if (hidden.length === 0) return null;
  const all = hidden.map((pattern) => pattern.split(".").map(partPattern));
  return {
    hides(schema, table, column) {
      const names = [schema, table, column].map(foldedName);
      return all.some((parts) => parts.every((part, at) => part.test(names[at + 3 - parts.length]!)));
    },
  };
}

function partPattern(part: string): RegExp {
  const text = foldedName(part).split("*").map((one) => one.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${text.join(".*")}$`, "su");
}
