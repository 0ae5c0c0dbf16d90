import assert from "node:assert/strict";
import { type PastedServer, pastedServer } from "../../../../src/core/sql/engines/mod.ts";

const CASES: readonly (readonly [text: string, server: PastedServer | null])[] = [
  ["postgres://db.example.com/shop", {
    engine: "postgres",
    host: "db.example.com",
    port: 5432,
    database: "shop",
    tls: false,
  }],
  [" postgresql://ada:s3cret@10.0.0.7:6543/my%20shop?sslmode=require\n", {
    engine: "postgres",
    host: "10.0.0.7",
    port: 6543,
    database: "my shop",
    tls: true,
    user: "ada",
  }],
  ["postgres://[::1]:5433", { engine: "postgres", host: "::1", port: 5433, tls: false }],
  ["postgres://h/d?sslmode=disable", {
    engine: "postgres",
    host: "h",
    port: 5432,
    database: "d",
    tls: false,
  }],
  ["mysql://root@db/orders?ssl-mode=REQUIRED", {
    engine: "mysql",
    host: "db",
    port: 3306,
    database: "orders",
    tls: true,
    user: "root",
  }],
  ["mariadb://db:3307/x", { engine: "mysql", host: "db", port: 3307, database: "x", tls: false }],
  ["https://db.example.com/", null],
  ["db.example.com", null],
  ["postgres://", null],
  ["postgres:// bad host /x", null],
  ["", null],
];
for (const [text, server] of CASES) {
  Deno.test(`pastedServer() reads ${JSON.stringify(text)}`, () =>
    assert.deepEqual(pastedServer(text), server));
}

Deno.test("pastedServer() keeps no password", () => {
  assert.equal(JSON.stringify(pastedServer("mysql://u:hunter2@h/d")).includes("hunter2"), false);
});
