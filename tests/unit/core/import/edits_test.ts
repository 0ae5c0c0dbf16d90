import { deepEqual, equal } from "node:assert/strict";
import { editConfigText } from "../../../../src/core/config/edit.ts";
import { importEdits } from "../../../../src/core/import/edits.ts";
import type { FoundServer } from "../../../../src/core/import/found.ts";
import { Secret } from "../../../../src/core/secret.ts";
import type { Json } from "../../../../src/core/json/node.ts";

const orders: FoundServer = { name: "Orders", engine: "postgres", host: "db", port: 5432, database: "d" };
const entry: { readonly [key: string]: Json } = { ...orders } as never;

const accounts = ["000000000001", "000000000002"].map((accountId) => ({ accountId, region: "eu-west-1" }));

const CASES: readonly (readonly [
  what: string,
  servers: readonly FoundServer[],
  document: Json,
  expected: { paths: string[]; names: string[]; known: string[] },
])[] = [
  ["the first server", [orders], {}, { paths: ["servers/0"], names: ["Orders"], known: [] }],
  ["one more", [orders], { servers: [{ ...entry, host: "e" }] }, {
    paths: ["servers/1"],
    names: ["Orders 2"],
    known: [],
  }],
  ["a server that is there under another name", [orders], { servers: [{ ...entry, name: "O" }] }, {
    paths: [],
    names: [],
    known: ["it is there as “O”"],
  }],
  ["a server that is there in other letters", [{ ...orders, host: "DB" }], { servers: [entry] }, {
    paths: [],
    names: [],
    known: ["it is there as “Orders”"],
  }],
  ["a server whose name another one has in other letters", [orders], {
    servers: [{ ...entry, name: "ORDERS", port: 1 }],
  }, {
    paths: ["servers/1"],
    names: ["Orders 2"],
    known: [],
  }],
  ["two of one name", [orders, { ...orders, database: "e" }], {}, {
    paths: ["servers/0", "servers/1"],
    names: ["Orders", "Orders 2"],
    known: [],
  }],
  ["two at one place", [orders, { ...orders, name: "Again" }], {}, {
    paths: ["servers/0"],
    names: ["Orders"],
    known: ["it is there as “Orders”"],
  }],
  ["the same server by another way", [{ ...orders, via: "ssh://b" }], { servers: [entry] }, {
    paths: ["servers/1"],
    names: ["Orders 2"],
    known: [],
  }],
];
for (const [what, servers, document, expected] of CASES) {
  Deno.test(`importEdits() brings ${what}`, () => {
    const plan = importEdits({ servers, accounts: [] }, document);
    deepEqual({
      paths: plan.edits.map(({ path }) => path.join("/")),
      names: plan.servers.map(({ name }) => name),
      known: plan.known.map(({ why }) => why),
    }, expected);
  });
}

Deno.test("importEdits() puts no login into an entry", () => {
  const { edits } = importEdits({
    servers: [{ ...orders, user: "u", password: new Secret("p") }],
    accounts: [],
  }, {});
  deepEqual(edits, [{ path: ["servers", 0], value: entry, add: true }]);
});

const NO_LISTS: readonly string[] = ['{ "name": "mine" }', "null", '"mine"', "1"];
for (const value of NO_LISTS) {
  for (
    const [list, found] of [["servers", { servers: [orders], accounts: [] }], ["accounts", {
      accounts,
    }]] as const
  ) {
    Deno.test(`importEdits() replaces nothing when ${list} is ${value}`, () => {
      const text = `{"${list}": ${value}}`;
      const { edits } = importEdits(found, JSON.parse(text));
      deepEqual(editConfigText(text, edits), {
        ok: false,
        error: `"${list}" in the file is not a list`,
        hint: "Edit the file itself",
      });
    });
  }
}

Deno.test("importEdits() keeps what was added to the lists since the document was read", () => {
  const { edits } = importEdits({ servers: [orders], accounts }, {});
  const edited = editConfigText(
    '{"servers": [{"name": "M", "engine": "mysql", "host": "h", "port": 1}], "accounts": [{"accountId": "000000000003", "region": "eu-west-1"}]}',
    edits,
  );
  const now = edited.ok ? JSON.parse(edited.text) : edited;
  deepEqual(now.servers.map((one: FoundServer) => one.name), ["M", "Orders"]);
  equal(now.accounts.length, 3);
});

Deno.test("importEdits() says what it does in words", () => {
  const portal = { startUrl: "https://w", region: "x" };
  equal(
    importEdits({ servers: [orders], portal, accounts }, {}).words,
    "1 server, 2 accounts and the portal https://w",
  );
  equal(importEdits({ accounts: [] }, {}).words, "");
});
