import { deepEqual, equal, match } from "node:assert/strict";
import { chmod, mkdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readRegularFile, readRegularFileNow, type Unread } from "../../../../src/core/files/read.ts";
import { openLock } from "../../../../src/core/files/lock.ts";
import { FileFault } from "../../../../src/core/files/fault.ts";
import { createLogger } from "../../../../src/core/files/logger.ts";
import { testFolder } from "../../../support/folder.ts";
import { type Need, testOn } from "../../../support/systems.ts";

async function pipe(path: string): Promise<void> {
  const { success } = await new Deno.Command("mkfifo", { args: [path] }).output();
  equal(success, true);
}

/** What lies at a path, and why it is not read. None of these may wait or fill the memory. */
const UNREAD: readonly (readonly [
  what: string,
  make: (path: string) => Promise<unknown>,
  why: Unread,
  ...needs: Need[],
])[] = [
  ["nothing", () => Promise.resolve(), "missing"],
  ["a folder", (path) => mkdir(path), "not-a-file"],
  ["a named pipe", pipe, "not-a-file", "specialFiles"],
  [
    "a socket",
    (path) => Promise.resolve(Deno.listen({ transport: "unix", path })),
    "not-a-file",
    "specialFiles",
  ],
  [
    "a link to a device that never ends",
    (path) => symlink("/dev/zero", path),
    "not-a-file",
    "links",
    "specialFiles",
  ],
  ["a link to a terminal", (path) => symlink("/dev/tty", path), "not-a-file", "links", "specialFiles"],
  [
    "a link to a pipe",
    async (path) => {
      await pipe(`${path}.pipe`);
      await symlink(`${path}.pipe`, path);
    },
    "not-a-file",
    "links",
    "specialFiles",
  ],
  ["a link in a circle", (path) => symlink(path, path), "link", "links"],
  ["a link to nothing", (path) => symlink(`${path}.none`, path), "missing", "links"],
  ["a file below a file", async (path) => await writeFile(join(path, ".."), "").catch(() => {}), "missing"],
  ["a file of one byte too many", (path) => writeFile(path, new Uint8Array(1001)), "too-large"],
  ["a file of a terabyte", async (path) => {
    await writeFile(path, "");
    await Deno.truncate(path, 2 ** 40);
  }, "too-large"],
];
for (const [what, make, why, ...needs] of UNREAD) {
  testOn(needs, `readRegularFile() says ${why} for ${what}`, async () => {
    const path = join(await testFolder(), "file");
    const made = await make(path);
    for (const read of [await readRegularFile(path, 1000), readRegularFileNow(path, 1000)]) {
      equal(read.ok ? "read" : read.why, why);
      if (read.ok) continue;
      equal(read.message.includes(path), true);
      match(read.hint, /^[A-Z].*/);
    }
    if (made && typeof made === "object" && "close" in made) (made as Deno.Listener).close();
  });
}

testOn(
  ["links"],
  "readRegularFile() reads a file of exactly its limit, an empty one, and one behind a link",
  async () => {
    const root = await testFolder();
    await writeFile(join(root, "full"), new Uint8Array(1000).fill(7));
    await writeFile(join(root, "empty"), "");
    await symlink("full", join(root, "link"));
    for (const [name, size] of [["full", 1000], ["empty", 0], ["link", 1000]] as const) {
      for (
        const read of [
          await readRegularFile(join(root, name), 1000),
          readRegularFileNow(join(root, name), 1000),
        ]
      ) {
        deepEqual(read.ok && [...read.bytes], Array(size).fill(7));
      }
    }
    const unfollowed = await readRegularFile(join(root, "link"), 1000, { follow: false });
    equal(unfollowed.ok ? "read" : unfollowed.why, "link");
  },
);

testOn(
  ["proc"],
  "readRegularFile() reads no further than its limit in a file that tells no size",
  async () => {
    const read = await readRegularFile("/proc/self/maps", 500);
    equal(read.ok ? "read" : read.why, "too-large");
    equal((await readRegularFile("/proc/self/maps", 10_000_000)).ok, true);
  },
);

const MODES: readonly (readonly [mode: number, linked: boolean, outcome: number | Unread])[] = [
  [0o600, false, 0o600],
  [0o666, false, 0o600],
  [0o664, false, 0o600],
  [0o400, false, 0o400],
  [0o664, true, 0o664],
  [0o666, true, "open"],
];
for (const [mode, linked, outcome] of MODES) {
  testOn(
    ["modes"],
    `readRegularFile() of the home's own file of mode ${mode.toString(8)}${
      linked ? " behind a link" : ""
    } gives ${typeof outcome === "number" ? `it mode ${outcome.toString(8)}` : outcome}`,
    async () => {
      const root = await testFolder();
      const file = join(root, linked ? "elsewhere" : "config.json");
      await writeFile(file, "{}");
      await chmod(file, mode);
      if (linked) await symlink("elsewhere", join(root, "config.json"));
      const read = await readRegularFile(join(root, "config.json"), 1000, { ownedByUser: true });
      if (typeof outcome === "string") return equal(read.ok ? "read" : read.why, outcome);
      equal(read.ok, true);
      equal((await stat(file)).mode & 0o777, outcome);
    },
  );
}

if (Deno.uid() === 0) {
  Deno.test("readRegularFile() of the home's own file refuses one of another user", async () => {
    const file = join(await testFolder(), "config.json");
    await writeFile(file, "{}");
    await Deno.chown(file, 65002, 65002);
    const read = await readRegularFile(file, 1000, { ownedByUser: true });
    equal(read.ok ? "read" : read.why, "not-yours");
    equal((await readRegularFile(file, 1000)).ok, true);
  });
}

testOn(["specialFiles"], "openLock() refuses a pipe with a sentence", async () => {
  const path = join(await testFolder(), "lock");
  await pipe(path);
  const error = await openLock(path).catch((error) => error);
  equal(error instanceof FileFault, true);
  match(error.message, /is no regular file/);
  const lock = await openLock(`${path}.other`);
  equal(await lock.tryLock(true), true);
  lock.close();
});

testOn(["specialFiles"], "createLogger() does not wait for the reader of a pipe", async () => {
  const root = await testFolder();
  await pipe(join(root, "kedge.log"));
  const logger = createLogger(root);
  logger.info("lost");
  await logger.flush();
});
