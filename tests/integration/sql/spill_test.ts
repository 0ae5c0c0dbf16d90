import assert from "node:assert/strict";
import { join } from "node:path";
import { createEntry } from "../../../src/core/sql/query_window/entry.ts";
import { spillFolder } from "../../../src/core/sql/spill/mod.ts";
import { startMariadb } from "../../support/servers/mariadb.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import { sessionOn } from "../../support/sql/ask.ts";
import { removeFolder } from "../../support/remove_folder.ts";

const ENGINES = [
  ["postgres", "postgres", startPostgres, "select n, 'row ' || n from generate_series(1, 300000) n"],
  ["mysql", "app", startMariadb, "select seq, concat('row ', seq) from seq_1_to_300000"],
] as const;

for (const [engine, database, startServer, sql] of ENGINES) {
  for (const tls of [false, true]) {
    Deno.test(`a result of a real ${engine}${tls ? " over TLS" : ""} comes as it is wanted and stays on the disk`, async () => {
      const real = await startServer();
      const home = await Deno.makeTempDir();
      const first = Promise.withResolvers<void>();
      const start = { title: sql, kind: "rows", startedAt: 0 } as const;
      const entry = createEntry(sql, 700, start, { changed: () => {}, paused: () => first.resolve() });
      try {
        const session = await sessionOn(real, { engine, database, tls });
        const place = await spillFolder(join(home, "results"));
        const { signal } = new AbortController();
        const running = session.run({ sql, write: false }, {
          columns: (columns) => entry.begin(place, columns),
          row: (bytes, bounds) => entry.take(bytes, bounds),
        }, signal);
        await first.promise;
        const read = async (from: number, count: number) => {
          const rows = await entry.result!.read(from, count, signal);
          assert.ok(rows.ok);
          return rows.rows.map(({ cells }) => cells);
        };
        assert.deepEqual(await read(1, 2), [["2", "row 2"], ["3", "row 3"]]);
        // The server has to wait, so most rows are in buffers of the network and not here.
        assert.ok(entry.result!.count <= 700, `${entry.result!.count} rows`);
        entry.want(Infinity);
        const end = await running;
        assert.ok(end.ok && !end.outcome.cut, JSON.stringify(end));
        assert.equal(entry.result!.count, 300_000);
        assert.deepEqual(await read(299_999, 5), [["300000", "row 300000"]]);
        assert.deepEqual(await read(123_456, 1), [["123457", "row 123457"]]);
        await session.close();
      } finally {
        entry.close();
        await real.stop();
        await removeFolder(home);
      }
    });
  }
}
