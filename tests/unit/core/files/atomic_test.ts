import { deepEqual, equal, rejects } from "node:assert/strict";
import { lstat, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder, renamePatiently, syncFile, writeFileAtomic } from "../../../../src/core/files/atomic.ts";
import { testFolder } from "../../../support/folder.ts";
import { testOn } from "../../../support/systems.ts";

Deno.test("writeFileAtomic() writes text and bytes with mode 0600 and leaves nothing else", async () => {
  const dir = await testFolder();
  await writeFileAtomic(join(dir, "a"), "Grüße\n");
  await writeFileAtomic(join(dir, "b"), new Uint8Array([0, 255]));
  equal(await readFile(join(dir, "a"), "utf8"), "Grüße\n");
  deepEqual([...await readFile(join(dir, "b"))], [0, 255]);
  deepEqual((await readdir(dir)).sort(), ["a", "b"]);
  if (Deno.build.os !== "windows") equal((await stat(join(dir, "a"))).mode & 0o777, 0o600);
});

Deno.test("writeFileAtomic() replaces a file by a new one and gives the mode asked for", async () => {
  const dir = await testFolder(), path = join(dir, "a");
  await writeFile(path, "old and longer", { mode: 0o644 });
  const before = (await stat(path)).ino;
  await writeFileAtomic(path, "new", 0o755);
  const after = await stat(path);
  equal(await readFile(path, "utf8"), "new");
  equal(after.ino === before, false);
  if (Deno.build.os !== "windows") equal(after.mode & 0o777, 0o755);
});

/** Bytes that call `written` when they are written, so that a test can act at that moment. */
class Watched extends Uint8Array<ArrayBuffer> {
  constructor(readonly written: () => void) {
    super(new ArrayBuffer(4));
  }

  override subarray(): Uint8Array<ArrayBuffer> {
    this.written();
    return new Uint8Array(this);
  }
}

for (const [what, link] of [["a link", true], ["another file", false]] as const) {
  Deno.test(`writeFileAtomic() gives no mode to ${what} that was put in the place of its file`, {
    ignore: Deno.build.os === "windows",
  }, async () => {
    const dir = await testFolder(), theirs = await testFolder();
    await writeFile(join(theirs, "private"), "mine", { mode: 0o600 });
    const swap = () => {
      const [name] = [...Deno.readDirSync(dir)];
      Deno.removeSync(join(dir, name!.name));
      if (link) Deno.symlinkSync(join(theirs, "private"), join(dir, name!.name));
      else Deno.linkSync(join(theirs, "private"), join(dir, name!.name));
    };
    // No umask allows all of these bits, so the mode must be set after the file was made.
    await rejects(writeFileAtomic(join(dir, "bundle"), new Watched(swap), 0o1777));
    equal((await stat(join(theirs, "private"))).mode & 0o7777, 0o600);
    deepEqual(await readdir(dir), []);
  });
}

testOn(["links"], "writeFileAtomic() writes through a symbolic link", async () => {
  const dir = await testFolder();
  await writeFile(join(dir, "real"), "old");
  await symlink(join(dir, "real"), join(dir, "link"));
  await writeFileAtomic(join(dir, "link"), "new");
  equal(await readFile(join(dir, "real"), "utf8"), "new");
  equal((await lstat(join(dir, "link"))).isSymbolicLink(), true);
});

Deno.test("writeFileAtomic() throws and cleans up when the file cannot be put in place", async () => {
  const dir = await testFolder();
  await makeFolder(join(dir, "taken", "x"));
  await rejects(writeFileAtomic(join(dir, "taken"), "new"));
  await rejects(writeFileAtomic(join(dir, "absent", "a"), "new"), { code: "ENOENT" });
  deepEqual(await readdir(dir), ["taken"]);
});

/**
 * How often a rename or an opening fails, with which error and system, and the number of tries
 * until it succeeds; null when it never does.
 */
const REFUSALS: readonly (readonly [times: number, code: string, windows: boolean, tries: number | null])[] =
  [
    [0, "EPERM", true, 1],
    [2, "EPERM", true, 3],
    [3, "EBUSY", true, 4],
    [1, "EACCES", true, 2],
    [1, "ENOENT", true, null],
    [1, "EPERM", false, null],
    [Infinity, "EPERM", true, null],
  ];
for (const [times, code, windows, wanted] of REFUSALS) {
  const system = windows ? "Windows" : "another system";
  Deno.test(`renamePatiently() ${wanted ? "is done" : "throws"} when ${system} says ${code} ${times} times`, async () => {
    let tries = 0, checks = 0;
    const rename = () => {
      if (tries++ < times) throw Object.assign(new Error(), { code });
    };
    const done = renamePatiently("/from", "/to", () => void checks++, { windows, rename });
    if (wanted) await done;
    else await rejects(done, { code });
    equal(checks, tries, "checked right before each try");
    if (wanted) equal(tries, wanted);
    else equal(tries > 1, times > 1);
  });
  Deno.test(`syncFile() ${wanted ? "is done" : "throws"} when ${system} says ${code} ${times} times to opening`, async () => {
    let tries = 0, synced = 0;
    const open = () => {
      if (tries++ < times) throw Object.assign(new Error(), { code });
      return { sync: () => Promise.resolve(synced++), [Symbol.dispose]() {} } as unknown as Deno.FsFile;
    };
    const done = syncFile("/program", { windows, open });
    if (wanted) await done;
    else await rejects(done, { code });
    equal(synced, wanted ? 1 : 0);
    if (wanted) equal(tries, wanted);
    else equal(tries > 1, times > 1);
  });
}

Deno.test("syncFile() throws what Windows says of the syncing itself at once", async () => {
  let synced = 0;
  const sync = () => Promise.reject(Object.assign(new Error(), { code: "EACCES", tries: ++synced }));
  const open = () => ({ sync, [Symbol.dispose]() {} }) as unknown as Deno.FsFile;
  await rejects(syncFile("/program", { windows: true, open }), { code: "EACCES", tries: 1 });
});

/** The file that another program has open, and the error after a second of refusals. */
const IN_USE: readonly (readonly [inUse: string | null, says: RegExp])[] = [
  ["/to", /^FileError: \/to is kept open by another program$/],
  ["/from", /^FileError: \/from is kept open by another program$/],
  [null, /^Error: Access denied$/],
];
for (const [inUse, says] of IN_USE) {
  Deno.test(`renamePatiently() throws ${says} when ${inUse ?? "nothing"} is in use and Windows denies access`, async () => {
    const rename = () => {
      throw Object.assign(new Error("Access denied"), { code: "EPERM" });
    };
    const isInUse = (path: string) => path === inUse;
    await rejects(renamePatiently("/from", "/to", undefined, { windows: true, rename, isInUse }), says);
  });
}

Deno.test("renamePatiently() does not replace what changed while another program had it open", async () => {
  let changed = false;
  const before = () => {
    if (changed) throw new Error("changed");
  };
  const rename = () => {
    changed = true;
    throw Object.assign(new Error(), { code: "EPERM" });
  };
  await rejects(renamePatiently("/from", "/to", before, { windows: true, rename }), /changed/);
});

Deno.test("makeFolder() makes all missing folders 0700 and accepts an existing one", async () => {
  const dir = await testFolder();
  await makeFolder(join(dir, "a", "b"));
  await makeFolder(join(dir, "a", "b"));
  if (Deno.build.os !== "windows") {
    for (const path of ["a", "a/b"]) equal((await stat(join(dir, path))).mode & 0o777, 0o700);
  }
});

Deno.test({
  name: "writeFileAtomic() replaces a pipe, and nothing but a file that a link leads to",
  ignore: Deno.build.os === "windows",
  async fn() {
    const dir = await testFolder();
    const pipe = join(dir, "pipe");
    await new Deno.Command("mkfifo", { args: [pipe] }).output();
    for (
      const [name, target] of [["to-pipe", pipe], ["to-device", "/dev/null"], ["to-folder", dir]] as const
    ) {
      const path = join(dir, name);
      await symlink(target, path);
      const before = await stat(target);
      await rejects(writeFileAtomic(path, "x"), /leads to .*, which is no regular file/);
      equal((await stat(target)).ino, before.ino);
      equal((await lstat(path)).isSymbolicLink(), true);
    }
    await writeFileAtomic(pipe, "x");
    equal(await readFile(pipe, "utf8"), "x");
  },
});
