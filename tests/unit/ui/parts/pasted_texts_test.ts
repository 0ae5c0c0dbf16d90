import { deepEqual } from "node:assert/strict";
import { ADDRESS, pastedTexts, USER } from "../../../../src/ui/parts/entry/pasted_texts.ts";

/** What is typed letter by letter into the address of a new server, the name that stood there, and what is proposed. */
const TYPED: readonly (readonly [address: string, own: string, name: string, user: string | undefined])[] = [
  ["postgres://db.example.com:6432/shop", "", "shop", undefined],
  ["postgres://app@127.0.0.1:5432/", "", "127.0.0.1", "app"],
  ["postgres://app:pw@127.0.0.1:5432", "", "127.0.0.1", "app"],
  ["postgres://app:pw@db.example.com/orders", "", "orders", "app"],
  ["postgres://app@shop-production.db.example.com/postgres", "", "shop-production", "app"],
  ["postgres://app@db.example.com/postgres", "", "db.example.com", "app"],
  ["postgres://app@10.4.0.17/postgres", "", "10.4.0.17", "app"],
  ["postgres://app@127.0.0.1/postgres", "", "postgres", "app"],
  ["redshift://ada@sales-stg.abc.eu-central-1.redshift.amazonaws.com:5439/dev", "", "sales-stg", "ada"],
  ["psql -h db.example.com -U app", "", "db.example.com", "app"],
  ["postgres://app:pw@127.0.0.1:5432", "till", "till", "app"],
];

for (const [address, own, name, user] of TYPED) {
  Deno.test(`pastedTexts() proposes ${name} for ${address}${own && ` over ${own}`} as it is typed`, () => {
    let texts: Record<string, string> = { name: own, engine: "postgres" };
    for (let end = 1; end <= address.length; end++) {
      const text = address.slice(0, end);
      // As the form takes each letter.
      texts = { ...texts, ...pastedTexts("servers", texts, ADDRESS, text), [ADDRESS]: text };
    }
    deepEqual([texts.name, texts[USER]], [name, user]);
  });
}
