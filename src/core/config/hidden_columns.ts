/** Columns that agents do not see, as an entry of the configuration names them: `table.column` or `schema.table.column`. */
export interface HiddenPatterns {
  /** Whether a column of a table is hidden. Cases count for nothing. */
  hides(schema: string, table: string, column: string): boolean;
}

/** One form for all ways in which servers take a name for the same: without cases and marks above letters. */
export function foldedName(name: string): string {
  return name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toUpperCase().toLowerCase();
}

/** Why a text names no column; null: it does. */
export function patternFault(pattern: string): string | null {
  const parts = pattern.split(".");
  if (parts.length < 2 || parts.length > 3) return "names no column of a table";
  return parts.some((part) => part.trim() === "" || part !== part.trim()) ? "has an empty part" : null;
}

/** Reads the patterns of a server; null: it hides nothing. */
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
