import { deepEqual, equal, rejects } from "node:assert/strict";
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeFolder, makeHome, writeFileAtomic } from "../../../../src/core/files/atomic.ts";

const folder = async () => await realpath(await mkdtemp(join(tmpdir(), "kedge-atomic-")));

Deno.test("writeFileAtomic() writes text and bytes with mode 0600 and leaves nothing else", async () => {
  const dir = await folder();
  await writeFileAtomic(join(dir, "a"), "Grüße\n");
  await writeFileAtomic(join(dir, "b"), new Uint8Array([0, 255]));
  equal(await readFile(join(dir, "a"), "utf8"), "Grüße\n");
  deepEqual([...await readFile(join(dir, "b"))], [0, 255]);
  deepEqual((await readdir(dir)).sort(), ["a", "b"]);
  if (Deno.build.os !== "windows") equal((await stat(join(dir, "a"))).mode & 0o777, 0o600);
});

Deno.test("writeFileAtomic() replaces a file by a new one and gives the mode asked for", async () => {
  const dir = await folder(), path = join(dir, "a");
  await writeFile(path, "old and longer", { mode: 0o644 });
  const before = (await stat(path)).ino;
  await writeFileAtomic(path, "new", 0o755);
  const after = await stat(path);
  equal(await readFile(path, "utf8"), "new");
  equal(after.ino === before, false);
  if (Deno.build.os !== "windows") equal(after.mode & 0o777, 0o755);
});

Deno.test("writeFileAtomic() writes through a symbolic link", async () => {
  const dir = await folder();
  await writeFile(join(dir, "real"), "old");
  await symlink(join(dir, "real"), join(dir, "link"));
  await writeFileAtomic(join(dir, "link"), "new");
  equal(await readFile(join(dir, "real"), "utf8"), "new");
  equal((await lstat(join(dir, "link"))).isSymbolicLink(), true);
});

Deno.test("writeFileAtomic() throws and cleans up when the file cannot be put in place", async () => {
  const dir = await folder();
  await makeFolder(join(dir, "taken", "x"));
  await rejects(writeFileAtomic(join(dir, "taken"), "new"));
  await rejects(writeFileAtomic(join(dir, "absent", "a"), "new"), { code: "ENOENT" });
  deepEqual(await readdir(dir), ["taken"]);
});

Deno.test("makeFolder() makes all missing folders 0700 and accepts an existing one", async () => {
  const dir = await folder();
  await makeFolder(join(dir, "a", "b"));
  await makeFolder(join(dir, "a", "b"));
  if (Deno.build.os !== "windows") {
    for (const path of ["a", "a/b"]) equal((await stat(join(dir, path))).mode & 0o777, 0o700);
  }
});

Deno.test("makeHome() closes a home that others could look into or write to", async () => {
  const dir = await folder();
  for (const mode of [0o755, 0o777, 0o700, null]) {
    const home = join(dir, `home-${mode}`);
    if (mode !== null) {
      await mkdir(home);
      await chmod(home, mode);
    }
    await makeHome(home);
    if (Deno.build.os !== "windows") equal((await stat(home)).mode & 0o777, 0o700);
  }
});
