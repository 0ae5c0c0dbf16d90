import { deepEqual, equal } from "node:assert/strict";
import {
  address,
  databaseOf,
  type Engine,
  ENGINE_IDS,
  engineAndAddress,
  engineFacts,
  mysqlProduct,
  postgresProduct,
} from "../../../../src/core/sql/engines/mod.ts";
import { readSources } from "../../../support/house/sources.ts";

const PLACES: [engine: Engine, host: string, port: number, database: string | undefined, words: string][] = [
  ["postgres", "db.internal", 5432, "shop", "PostgreSQL · db.internal:5432/shop"],
  ["mysql", "127.0.0.1", 3306, undefined, "MySQL · 127.0.0.1:3306"],
  ["redshift", "::1", 5439, "dev", "Redshift · [::1]:5439/dev"],
];
for (const [engine, host, port, database, words] of PLACES) {
  Deno.test(`engineAndAddress() is ${words}`, () => {
    const place = { engine, host, port, ...(database && { database }) };
    equal(engineAndAddress(place), words);
    equal(words.endsWith(address(place)), true);
  });
}

const DATABASES: [engine: Engine, database: string | undefined, opens: string | undefined][] = [
  ["postgres", undefined, "postgres"],
  ["postgres", "", "postgres"],
  ["postgres", "shop", "shop"],
  ["redshift", undefined, "dev"],
  ["mysql", undefined, undefined],
  ["mysql", "shop", "shop"],
];
for (const [engine, database, opens] of DATABASES) {
  Deno.test(`databaseOf() of ${engine} is ${opens ?? "none"} when ${database ?? "none"} is named`, () => {
    equal(databaseOf({ engine, ...(database !== undefined && { database }) }), opens);
  });
}

Deno.test("engineFacts() knows the engines of the configuration and nothing else", () => {
  deepEqual(ENGINE_IDS.map((id) => engineFacts(id)?.name), ["PostgreSQL", "MySQL", "Redshift", "Athena"]);
  deepEqual([undefined, "", "toString", "oracle"].map(engineFacts), [
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

Deno.test("facts about engines stand in src/core/sql/engines alone", async () => {
  const again = (await readSources("src")).filter(({ path, code }) =>
    !path.startsWith("src/core/sql/engines/") && /\b(5432|3306|5439)\b/.test(code)
  ).map(({ path }) => path);
  deepEqual(again, []);
});

const POSTGRES: [version: string, expected: string][] = [
  ["PostgreSQL 15.8 (Debian 15.8-0+deb12u1) on x86_64-pc-linux-gnu, compiled by gcc", "PostgreSQL 15.8"],
  ["PostgreSQL 17rc1 on x86_64", "PostgreSQL 17rc1"],
  ["PostgreSQL 8.0.2 on i686-pc-linux-gnu, compiled by GCC, Redshift 1.0.12103", "Redshift 1.0.12103"],
  ["CockroachDB CCL v23.1.0 (x86_64)", "CockroachDB CCL v23.1.0 (x86_64)"],
];
for (const [version, expected] of POSTGRES) {
  Deno.test(`postgresProduct() names ${expected}`, () => equal(postgresProduct(version), expected));
}

const MYSQL: [version: string, expected: string][] = [
  ["10.11.6-MariaDB-0+deb12u1", "MariaDB 10.11.6"],
  ["5.5.5-10.6.12-MariaDB-log", "MariaDB 10.6.12"],
  ["8.0.36", "MySQL 8.0.36"],
  ["8.4.2-commercial", "MySQL 8.4.2"],
];
for (const [version, expected] of MYSQL) {
  Deno.test(`mysqlProduct() names ${expected}`, () => equal(mysqlProduct(version), expected));
}
