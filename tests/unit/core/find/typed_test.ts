import { deepEqual, equal } from "node:assert/strict";
import { firstRead, searched, typedArn } from "../../../../src/core/find/typed.ts";

/** A typed or pasted text, and the readings that are tried in this order when it fits nothing. */
const READINGS: readonly (readonly [typed: string, ...readings: string[]])[] = [
  ["shop"],
  [" shop prod ", "shop prod"],
  ["1111 1111 1111", "111111111111", "1111 1111 1111"],
  ["10-2", "102", "10-2", "10_2"],
  ["111111111111:", "111111111111:", "111111111111"],
  ["shop (1111-1111-1111)", "shop (1111-1111-1111)", "111111111111", "shop (1111_1111_1111)"],
  ["https://111111111111-ab1cd.eu-west-1.console.aws.amazon.com", "111111111111"],
  ["111111111111.dkr.ecr.eu-west-1.amazonaws.com/shop:2", "111111111111"],
  ["111111111111 and 222222222222"],
  ["logs-111111111111", "logs-111111111111", "logs_111111111111"],
  ["app/111111111111/key"],
  ["1111111111111"],
  [
    "postgres://me:secret@db.internal:5432/shop?ssl=1",
    "postgres://me:secret@db.internal:5432/shop?ssl=1",
    "db.internal:5432 shop",
    "db.internal:5432",
  ],
  ["jdbc:mysql://db/shop", "jdbc:mysql://db/shop", "db shop", "db"],
  ["db:5432", "db:5432"],
  ["localhost:5432/shop", "localhost:5432/shop", "localhost:5432 shop", "localhost:5432"],
  ["shop/orders"],
  ["shop_db.key", "shop_db.key", "shop-db-key", "shop_db_key"],
  ["shop–db", "shop–db", "shop-db", "shop_db"],
  ["Ырщз", "Ырщз", "shop"],
  ["σηοπ", "σηοπ", "shop"],
  ["Zürich"],
];
for (const [typed, ...expected] of READINGS) {
  Deno.test(`firstRead() reads “${typed}” as ${expected.join(", ") || "it stands"}`, () => {
    const read: string[] = [];
    firstRead(typed, (text) => (read.push(text), []));
    // The other readings of an address do not matter here.
    deepEqual(/\/\/|amazonaws/.test(typed) ? read.filter((one) => expected.includes(one)) : read, [
      ...(expected.length === 0 ? [typed] : expected),
    ]);
  });
}

Deno.test("firstRead() gives what the first reading that fits finds, with the words that found it", () => {
  const { words, found } = firstRead("shop_db", (text) => text === "shop-db" ? [1] : []);
  deepEqual([words.map(({ text }) => text), found], [["shop-db"], [1]]);
});

/** A pasted text, and the ARN that it consists of. */
const ARNS: readonly (readonly [pasted: string, arn: string | null])[] = [
  ["arn:aws:s3:::bucket", "arn:aws:s3:::bucket"],
  [' "arn:aws:s3:::bucket", ', "arn:aws:s3:::bucket"],
  ["(arn:aws:logs:eu-west-1:1:log-group:a:*)", "arn:aws:logs:eu-west-1:1:log-group:a:*"],
  ["User arn:aws:s3:::bucket", null],
  ["arn:aws:s3:::bucket is not there", null],
  ["shop", null],
  [`arn:${'"'.repeat(10_000)}`, null],
];
for (const [pasted, arn] of ARNS) {
  Deno.test(`typedArn() is ${arn ?? "none"} for ${pasted.slice(0, 50)}`, () => equal(typedArn(pasted), arn));
}

Deno.test("searched() is the beginning of a text, without spaces around it", () => {
  equal(searched(`  ${"shop ".repeat(1000)}`), "shop ".repeat(40));
});
