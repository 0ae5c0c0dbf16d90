import type { Server } from "../../../config/config.ts";
import { engineAndAddress } from "../../../sql/engines/mod.ts";
import { reuse } from "../../../state/selector.ts";
import { type KnownTable, type KnownTables, readTables, withTables } from "../../../state/known_tables.ts";
import type { Slice } from "../../../state/store.ts";

/** Where the names of tables are kept until the next start: a file that may be deleted at any time. */
export interface TablesFile {
  readonly readTables: () => Promise<unknown>;
  readonly writeTables: (known: KnownTables) => Promise<void>;
}

/** Remembers the names of tables of catalogs that were read, to be found by typing. */
export function createKnownTables(
  slice: Slice<KnownTables>,
  { readTables: read, writeTables: write }: TablesFile,
  onError: (error: unknown) => void,
) {
  let writing: Promise<void> = Promise.resolve();
  return {
    /** The catalog of a server was read. */
    learn(server: Server, tables: readonly KnownTable[]): void {
      const before = slice.get();
      slice.update((known) => reuse(known, withTables(known, engineAndAddress(server), tables)));
      if (slice.get() === before) return;
      writing = writing.then(() => write(slice.get())).catch(onError);
    },
    /** Restores what was known at the last start; what was read since then is newer. */
    async restore(): Promise<void> {
      const old = readTables(await read());
      slice.update((known) => reuse(known, { ...old, ...known }));
    },
  };
}
