import { equal } from "node:assert/strict";
import { Buffer } from "node:buffer";
import { tableWriter } from "../../../../src/cli/query/table.ts";
import type { Kind } from "../../../../src/core/sql/driver/mod.ts";

Deno.test("tableWriter() keeps columns in line, numbers at the right, whatever letters are in them", async () => {
  let text = "";
  const writer = tableWriter((bytes) => Promise.resolve(void (text += new TextDecoder().decode(bytes))));
  const column = (name: string, kind: Kind) => ({ name, kind, type: kind, typeNumber: 0 });
  writer.columns([column("city", "text"), column("合計", "integer"), column("note", "text")]);
  for (const cells of [["東京", "12", "🚀"], ["Köln", "1300", "x"]]) {
    const pieces = cells.map((cell) => Buffer.from(cell));
    const ends = pieces.map((_, at) => Buffer.concat(pieces.slice(0, at + 1)).length);
    const bounds = Int32Array.from(ends.flatMap((end, at) => [ends[at - 1] ?? 0, end]));
    writer.row(Buffer.concat(pieces), bounds);
  }
  await writer.end({ cut: false, ms: 3 });
  equal(
    text,
    [
      " city | 合計 | note",
      "------+------+------",
      " 東京 |   12 | 🚀",
      " Köln | 1300 | x",
      "(2 rows, 3 ms)",
      "",
    ].join("\n"),
  );
});
