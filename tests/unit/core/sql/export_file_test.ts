import { deepEqual, equal, rejects } from "node:assert/strict";
import { join } from "node:path";
import { openWritten } from "../../../../src/core/app/features/query_windows/written_file.ts";
import { freeFile } from "../../../../src/core/sql/query_window/export_file.ts";
import type { ExportState } from "../../../../src/core/state/query_window.ts";
import { fileOutput } from "../../../../src/core/sql/export/file.ts";
import { testOn } from "../../../support/systems.ts";
import { testFolder } from "../../../support/folder.ts";

const bytes = new TextEncoder().encode("1\n");

async function write(path: string): Promise<void> {
  const out = await fileOutput(path, { onlyFiles: true });
  await out.write(bytes);
  await out.done();
}

testOn(
  ["links"],
  "fileOutput() writes through no name that somebody else may have put beside the file",
  async () => {
    const folder = await testFolder();
    const file = join(folder, "rows.csv"), other = join(folder, "other");
    await Deno.writeTextFile(other, "mine");
    for (const name of ["rows.csv.part", "rows.csv.tmp", ".rows.csv.tmp"]) {
      await Deno.symlink(other, join(folder, name));
    }
    await write(file);
    equal(await Deno.readTextFile(file), "1\n");
    equal(await Deno.readTextFile(other), "mine");
    const { mode } = await Deno.stat(file);
    equal((mode ?? 0) & 0o777, 0o600);
  },
);

testOn(
  ["links"],
  "fileOutput() replaces the file that a link leads to, and the link stays",
  async () => {
    const folder = await testFolder();
    const file = join(folder, "rows.csv"), link = join(folder, "link.csv");
    await Deno.writeTextFile(file, "old");
    await Deno.symlink(file, link);
    await write(link);
    equal(await Deno.readTextFile(file), "1\n");
    equal((await Deno.lstat(link)).isSymlink, true);
  },
);

Deno.test("fileOutput() leaves nothing of what was dropped", async () => {
  const folder = await testFolder();
  const out = await fileOutput(join(folder, "rows.csv"));
  await out.write(bytes);
  await out.drop();
  deepEqual(await Array.fromAsync(Deno.readDir(folder)), []);
});

Deno.test("fileOutput() leaves nothing of what cannot get its name, and may be dropped after that", async () => {
  const folder = await testFolder();
  const out = await fileOutput(join(folder, "rows.csv"));
  await out.write(bytes);
  await Deno.mkdir(join(folder, "rows.csv"));
  await rejects(out.done());
  await out.drop();
  deepEqual((await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name), ["rows.csv"]);
});

testOn(
  ["specialFiles"],
  "fileOutput() waits for nobody at a pipe where only files are wanted",
  async () => {
    const folder = await testFolder();
    const pipe = join(folder, "pipe");
    await new Deno.Command("mkfifo", { args: [pipe] }).output();
    await rejects(fileOutput(pipe, { onlyFiles: true }), /no ordinary file/);
  },
);

const NAMES: readonly (readonly [server: string, table: string, name: string])[] = [
  ["Shop (eu)", "orders", "orders"],
  ["Shop", 'public."Order lines"', "Order_lines"],
  ["Shop", "`app`.`t`", "t"],
  ["Shop (eu)", "", "Shop_eu_"],
];
for (const [server, table, name] of NAMES) {
  Deno.test(`freeFile() names a file of ${table === "" ? "a server" : table} ${name}`, async () => {
    const path = await freeFile(server, table);
    equal(path.replace(/^.*[\\/]/, "").replace(/-\d+$/, ""), name);
  });
}

const WRITTEN: readonly (readonly [
  status: ExportState["status"],
  what: "file" | "folder",
  file: string,
  opened: string,
])[] = [
  ["done", "file", "/home/ada/rows.csv", "/home/ada/rows.csv"],
  ["done", "folder", "/home/ada/rows.csv", "/home/ada/"],
  ["done", "folder", "/rows.csv", "/"],
  ["done", "file", "/home/ada/rows.bat", ""],
  ["running", "file", "/home/ada/rows.csv", ""],
  ["failed", "folder", "/home/ada/rows.csv", ""],
];
for (const [status, what, file, wanted] of WRITTEN) {
  Deno.test(`openWritten() ${wanted === "" ? "does not open" : "opens"} the ${what} of ${file} that is ${status}`, async () => {
    let path = "";
    const open = (opened: string) => Promise.resolve((path = opened, { ok: true as const }));
    const result = await openWritten({ status, file, rows: 1, size: 1 }, what, open);
    deepEqual([path, result.ok], [wanted, wanted !== ""]);
  });
}
