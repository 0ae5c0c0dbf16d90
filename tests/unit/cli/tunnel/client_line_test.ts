import { equal } from "node:assert/strict";
import { clientLine } from "../../../../src/core/sql/client_line.ts";
import type { Server } from "../../../../src/core/config/config.ts";

const PSQL = "host=db hostaddr=127.0.0.1 port=7";
const LINES: readonly (readonly [what: string, server: Partial<Server>, line: string, windows?: boolean])[] =
  [
    ["no TLS", {}, `psql '${PSQL} dbname=postgres'`],
    ["TLS", { tls: true }, `psql '${PSQL} dbname=postgres sslmode=require'`],
    [
      "TLS that is verified by this computer's authorities",
      { tls: true, tlsVerify: true },
      `psql '${PSQL} dbname=postgres sslmode=verify-full sslrootcert=system'`,
    ],
    [
      "TLS that is verified by a file",
      { tls: true, caFile: "/ca.pem" },
      `psql '${PSQL} dbname=postgres sslmode=verify-full sslrootcert=/ca.pem'`,
    ],
    [
      "a name that a shell and psql would read otherwise",
      { database: "it's a $(x)" },
      `psql '${PSQL} dbname='\\''it\\'\\''s a $(x)'\\'''`,
    ],
    [
      "such a name on Windows",
      { database: "it's a $(x)" },
      `psql "${PSQL} dbname='it\\'s a $(x)'"`,
      true,
    ],
    ["MySQL", { engine: "mysql", database: "shop" }, "mariadb --host=127.0.0.1 --port=7 shop"],
    [
      "MySQL without a database, with TLS",
      { engine: "mysql", tls: true },
      "mariadb --host=127.0.0.1 --port=7 --ssl",
    ],
  ];
for (const [what, over, line, windows = false] of LINES) {
  Deno.test(`clientLine() names ${what}`, () => {
    equal(
      clientLine({ name: "s", engine: "postgres", host: "db", port: 5432, tls: false, ...over }, 7, windows),
      line,
    );
  });
}
