import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { Buffer } from "node:buffer";
import { join } from "node:path";
import fc from "fast-check";
import type { Column, Kind } from "../../../../src/core/sql/driver/mod.ts";
import { sweepSpills } from "../../../../src/core/sql/spill/file.ts";
import { spillFolder } from "../../../../src/core/sql/spill/folder.ts";
import { createResult, LEFT_FREE, type Result } from "../../../../src/core/sql/spill/result.ts";
import { waitFor } from "../../../desktop/harness/wait.ts";
import { testFolder } from "../../../support/folder.ts";

const column = (name: string, kind: Kind = "text"): Column => ({ name, kind, type: kind, typeNumber: 0 });
const TWO = [column("a"), column("b", "blob")];
const { signal } = new AbortController();

/** Gives a row to the result as a driver does. */
function give(result: Result, ...cells: (string | null)[]) {
  const bounds = new Int32Array(cells.length * 2);
  const pieces = [Buffer.from("x")];
  let at = 1;
  cells.forEach((cell, i) => {
    const bytes = Buffer.from(cell ?? "");
    pieces.push(bytes);
    bounds[2 * i] = cell === null ? -1 : at;
    bounds[2 * i + 1] = cell === null ? -1 : at + bytes.length;
    at += bytes.length;
  });
  return result.take(Buffer.concat(pieces), bounds);
}

/** Returns a folder for results; the test sets the free space of its disk. */
async function testPlace() {
  const folder = await testFolder();
  const place = { folder, space: null as number | null, free: () => Promise.resolve(place.space) };
  return place;
}

/** A folder that cannot be made. */
async function belowAFile() {
  const file = join(await testFolder(), "file");
  await Deno.writeTextFile(file, "");
  return join(file, "folder");
}

const rowsOf = async (result: Result, from: number, count: number) => {
  const read = await result.read(from, count, signal);
  return read.ok ? read.rows : read.error;
};
const names = async (folder: string) => (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);

Deno.test("createResult() gives every row again, in any order, and tells NULL from an empty text", async () => {
  const place = await testPlace();
  const cell = fc.oneof(fc.constant(null), fc.constant(""), fc.string({ unit: "grapheme", maxLength: 20 }));
  const rows = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 60 }), async (some, times) => {
      const all = Array.from({ length: times }, () => some).flat();
      const result = createResult(place, TWO);
      for (const row of all) equal(await give(result, ...row), true);
      equal(result.count, all.length);
      const shown = all.map(([a, b]) => ({
        cells: [
          a === null ? null : Buffer.from(a).toString(),
          b === null ? null : `0x${Buffer.from(b).toString("hex")}`,
        ],
      }));
      deepEqual(await rowsOf(result, 0, all.length + 9), shown);
      const middle = all.length >> 1;
      deepEqual(await rowsOf(result, middle, 3), shown.slice(middle, middle + 3));
      deepEqual(await rowsOf(result, 0, 1), shown.slice(0, 1));
      deepEqual(await rowsOf(result, all.length, 5), []);
      result.close();
    }),
    { numRuns: 20 },
  );
});

Deno.test("createResult() keeps its rows on the disk, in a file that nobody else can open", async () => {
  const place = await testPlace();
  const result = createResult(place, [column("a")]);
  for (let i = 0; i < 50_000; i++) {
    const going = give(result, `row ${i} ${"x".repeat(50)}`);
    if (going !== true) equal(await going, true);
  }
  equal(result.size > 50_000 && result.size < 1_000_000, true, `${result.size} bytes`);
  deepEqual(await rowsOf(result, 34_567, 1), [{ cells: [`row 34567 ${"x".repeat(50)}`] }]);
  // The file has no name any more. Windows may keep the name until the file is closed.
  if (Deno.build.os !== "windows") deepEqual(await names(place.folder), []);
  result.close();
  await waitFor("its file to go", async () => (await names(place.folder)).length === 0);
  equal(await rowsOf(result, 0, 1), "The result was closed.");
  equal(await give(result, "late"), false);
});

Deno.test("createResult() cuts long cells between characters, and gives them whole when asked", async () => {
  const place = await testPlace();
  const long = `a${"é".repeat(5000)}`;
  const result = createResult(place, TWO);
  equal(await give(result, long, "x".repeat(3_000_000)), true);
  equal(await give(result, "short", null), true);
  const [row, short] = await rowsOf(result, 0, 2) as { cells: string[]; cut?: number[] }[];
  deepEqual([row!.cells[0]!.length < 1100, row!.cells[0]!.includes("\ufffd"), row!.cut], [true, false, [
    0,
    1,
  ]]);
  equal("cut" in short!, false);
  equal(await result.cell(0, 0), long);
  equal((await result.cell(0, 1))?.length, 6_000_002);
  equal(await result.cell(1, 1), null);
  equal(await result.cell(2, 0), undefined);
  result.close();
});

Deno.test("createResult() hands its rows on as a driver does", async () => {
  const place = await testPlace();
  const result = createResult(place, [column("a")]);
  for (let i = 0; i < 1200; i++) await give(result, i % 7 === 0 ? null : `${i}`);
  const got: (string | null)[] = [];
  await result.replay({
    columns: () => {},
    row(bytes, bounds) {
      got.push(bounds[0]! < 0 ? null : bytes.toString("utf8", bounds[0], bounds[1]));
      return got.length < 1100;
    },
  }, signal);
  deepEqual(got, Array.from({ length: 1100 }, (_, i) => i % 7 === 0 ? null : `${i}`));
  result.close();
});

Deno.test("replay() says that the result was closed, wherever its rows were", async () => {
  const place = await testPlace();
  for (const rows of [1, 700]) {
    const result = createResult(place, [column("a")]);
    for (let i = 0; i < rows; i++) await give(result, `${i}`);
    result.close();
    await rejects(
      result.replay({ columns: () => {}, row: () => true }, signal),
      /^Error: the result was closed$/,
    );
  }
});

Deno.test("createResult() stops before the disk is full, says so and keeps what has come", async () => {
  const place = await testPlace();
  place.space = LEFT_FREE - 1;
  const result = createResult(place, [column("a")]);
  let going: boolean | Promise<boolean> = true;
  let given = 0;
  for (; going === true; given++) going = await give(result, `${given}`);
  equal(going, false);
  match(result.full ?? "", /^the disk has 511 MB left/);
  equal(result.count, given);
  deepEqual(await rowsOf(result, given - 1, 1), [{ cells: [`${given - 1}`] }]);
  result.close();
});

Deno.test("createResult() says that a folder cannot be written and keeps what has come", async () => {
  const place = { folder: await belowAFile(), free: () => Promise.resolve(null) };
  const result = createResult(place, [column("a")]);
  let given = 0;
  while (await give(result, `${given}`)) given++;
  match(result.full ?? "", /cannot be written/);
  deepEqual(await rowsOf(result, given, 1), [{ cells: [`${given}`] }]);
  result.close();
});

Deno.test("sweepSpills() removes what a crash has left and nothing else", async () => {
  const folder = await testFolder();
  await Deno.writeTextFile(join(folder, "result-1"), "");
  await Deno.writeTextFile(join(folder, "other"), "");
  await sweepSpills(folder);
  deepEqual(await names(folder), ["other"]);
  await sweepSpills(join(folder, "none"));
});

Deno.test("createResult() opens no file when it is closed while the disk is looked at", async () => {
  const free = Promise.withResolvers<number | null>();
  const folder = await Deno.makeTempDir();
  const result = createResult({ folder, free: () => free.promise }, TWO);
  let last: boolean | Promise<boolean> = true;
  for (let i = 0; i < 500; i++) last = give(result, "a", "b");
  await Deno.remove(folder);
  result.close();
  free.resolve(null);
  equal(await last, false);
  equal(result.full, null);
  // A try would have made the folder.
  await rejects(Deno.stat(folder), Deno.errors.NotFound);
});

Deno.test("createResult() makes the folder again when somebody has removed it", async () => {
  const place = await testPlace();
  await Deno.remove(place.folder);
  const result = createResult(place, [column("a")]);
  for (let i = 0; i < 1200; i++) equal(await give(result, `${i}`), true);
  equal(result.full, null);
  deepEqual(await rowsOf(result, 3, 1), [{ cells: ["3"] }]);
  result.close();
});

Deno.test("spillFolder() leaves results in memory when no folder can be made", async () => {
  const result = createResult(await spillFolder(await belowAFile()), [column("a")]);
  equal(await give(result, "here"), true);
  deepEqual(await rowsOf(result, 0, 1), [{ cells: ["here"] }]);
  result.close();
});
