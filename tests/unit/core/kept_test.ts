import { deepEqual, equal, notEqual } from "node:assert/strict";
import { fileStamp, keepAnswer, keeper, keptAnswer } from "../../../src/core/kept.ts";
import { testFolder } from "../../support/folder.ts";

const ANSWER = { names: ["a", "b"], count: 2 };
const isAnswer = (value: unknown): value is typeof ANSWER =>
  typeof value === "object" && value !== null && "names" in value;
/** A moment at which every file of the test has settled. */
const LATER = Date.now() + 60_000;

Deno.test("keptAnswer() gives what was kept for the same stamp and name, and nothing else", async () => {
  const cache = `${await testFolder()}/cache`;
  equal(keptAnswer(cache, "a", "1", isAnswer), null);
  await keepAnswer(cache, "a", "1", ANSWER);
  deepEqual(keptAnswer(cache, "a", "1", isAnswer), ANSWER);
  equal(keptAnswer(cache, "a", "2", isAnswer), null);
  equal(keptAnswer(cache, "b", "1", isAnswer), null);
});

/** What may lie in the place of a kept answer. */
const OTHERS: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
  "half a file": (path) => Deno.writeTextFile(path, '{"format": 2, "stamp": "1"'),
  "another format": (path) => Deno.writeTextFile(path, '{"format": 1, "stamp": "1", "answer": {}}'),
  "no answer": (path) => Deno.writeTextFile(path, '{"format": 2, "stamp": "1"}'),
  "nothing": (path) => Deno.writeTextFile(path, "null"),
  "a folder": (path) => Deno.mkdir(path),
  "a device": (path) => Deno.symlink("/dev/zero", path),
  "an answer of another form": (path) =>
    Deno.writeTextFile(path, '{"format": 2, "stamp": "1", "answer": {}}'),
  "a link to an answer": async (path) => {
    await Deno.writeTextFile(`${path}.real`, JSON.stringify({ format: 2, stamp: "1", answer: ANSWER }));
    await Deno.symlink(`${path}.real`, path);
  },
};
for (const [what, put] of Object.entries(OTHERS)) {
  Deno.test(`keptAnswer() gives nothing when ${what} is there`, async () => {
    const cache = await testFolder();
    await put(`${cache}/a.json`);
    equal(keptAnswer(cache, "a", "1", isAnswer), null);
  });
}

Deno.test("keepAnswer() leaves out what is too large to be worth it, and is quiet about a cache that takes nothing", async () => {
  const cache = await testFolder();
  await keepAnswer(cache, "a", "1", "x".repeat(5_000_000));
  equal(keptAnswer(cache, "a", "1", (value): value is unknown => value !== ""), null);
  await keepAnswer("/dev/null", "a", "1", ANSWER);
});

/** What somebody can do to a file. */
const CHANGES: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
  "other content of the same size and time": async (path) => {
    await Deno.writeTextFile(`${path}.new`, "other");
    await Deno.utime(`${path}.new`, 1000, 1000);
    await Deno.rename(`${path}.new`, path);
  },
  "another mode": (path) => Deno.chmod(path, 0o644),
  "more content": (path) => Deno.writeTextFile(path, "more"),
};
for (const [what, change] of Object.entries(CHANGES)) {
  Deno.test(`fileStamp() is another one after ${what}`, async () => {
    const path = `${await testFolder()}/file`;
    await Deno.writeTextFile(path, "first", { mode: 0o600 });
    await Deno.utime(path, 1000, 1000);
    const before = fileStamp(await Deno.stat(path), LATER);
    notEqual(before, null);
    equal(fileStamp(await Deno.stat(path), LATER), before);
    await change(path);
    notEqual(fileStamp(await Deno.stat(path), LATER), before);
  });
}

Deno.test("fileStamp() tells nothing of a file that was changed just now, nor of one without the time of its change", async () => {
  const path = `${await testFolder()}/file`;
  await Deno.writeTextFile(path, "");
  const info = await Deno.stat(path);
  equal(fileStamp(info, info.ctime!.getTime() + 1), null);
  equal(fileStamp({ ...info, ctime: null }, LATER), null);
  equal(fileStamp({ ...info, ino: null }, LATER), null);
});

const RELEASE = { version: "1.0.0", development: false }, SOURCES = { version: "1.0.0", development: true };
const built = (commit: string | null) => ({ commit, analytics: null });

Deno.test("keeper() is another one for another version or build, and for a development build of the same", () => {
  const names = [
    keeper(RELEASE, built("a")),
    keeper(RELEASE, built("b")),
    keeper({ ...RELEASE, version: "1.0.1" }, built("a")),
    keeper(SOURCES, built(null)),
  ];
  equal(new Set(names).size, names.length);
  equal(keeper(RELEASE, built("a")), names[0]);
});

Deno.test("keeper() of sources is another one when these were updated, and no other for anything else", async () => {
  const folder = await testFolder();
  const module = new URL(`file://${folder}/src/core/kept.ts`);
  const of = () => keeper(SOURCES, built(null), module);
  const seen = [of()];
  await Deno.writeTextFile(`${folder}/deno.json`, "{}");
  seen.push(of());
  await Deno.mkdir(`${folder}/.git/logs`, { recursive: true });
  await Deno.writeTextFile(`${folder}/.git/logs/HEAD`, "pull\n");
  seen.push(of());
  await Deno.writeTextFile(`${folder}/.git/index`, "");
  await Deno.writeTextFile(`${folder}/README.md`, "");
  equal(of(), seen[2]);
  equal(new Set(seen).size, 3);
});
