import { type RowSource, type RowsRead, slice } from "../../resources/rows.ts";

/** Why a part of a catalog could not be read. */
export type Failed = Extract<RowsRead<never>, { ok: false }>;

/** Whether a part of a catalog could not be read. */
export function isFailed(value: unknown): value is Failed {
  return typeof value === "object" && value !== null && "ok" in value && value.ok === false;
}

/** Returns what makes the lists of a catalog, all of which are read again when the catalog changes. */
export function createLists() {
  const listeners = new Set<() => void>();
  return {
    /** Returns the list that `make` returns at each read. */
    of: <Row>(make: () => Promise<readonly Row[] | Failed>): RowSource<Row> => ({
      async read(from, count) {
        const rows = await make();
        return isFailed(rows) ? rows : slice(rows, from, count);
      },
      subscribe(listener) {
        const tell = () => listener(0);
        listeners.add(tell);
        return () => void listeners.delete(tell);
      },
    }),
    changed() {
      for (const tell of [...listeners]) tell();
    },
    close: () => listeners.clear(),
  };
}
