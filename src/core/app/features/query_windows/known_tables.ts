import type { Server } from "../../../config/config.ts";
import { engineAndAddress } from "../../../sql/engines/mod.ts";
import { reuse } from "../../../state/selector.ts";
import { type KnownTable, type KnownTables, readTables, withTables } from "../../../state/known_tables.ts";
import type { Slice } from "../../../state/store.ts";

/** Reads and writes the file that keeps names of tables between starts. The file may be deleted at any time. */
export interface TablesFile {
  readonly readTables: () => Promise<unknown>;
  readonly writeTables: (known: KnownTables) => Promise<void>;
}

/** Keeps the names of tables from catalogs that were read, so that typing finds them. */
export function createKnownTables(
  slice: Slice<KnownTables>,
  { readTables: read, writeTables: write }: TablesFile,
  onError: (error: unknown) => void,
) {
  let writing: Promise<void> = Promise.resolve();
  return {
    /** Stores the tables of a server's catalog. */
    learn(server: Server, tables: readonly KnownTable[]): void {
      const before = slice.get();
      slice.update((known) => reuse(known, withTables(known, engineAndAddress(server), tables)));
      if (slice.get() === before) return;
      writing = writing.then(() => write(slice.get())).catch(onError);
    },
    /** Restores the tables of the last start. Tables read since then replace them. */
    async restore(): Promise<void> {
      const old = readTables(await read());
      slice.update((known) => reuse(known, { ...old, ...known }));
    },
  };
}
