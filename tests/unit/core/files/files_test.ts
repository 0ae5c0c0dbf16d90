import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { chmod, mkdir, stat, symlink, writeFile } from "node:fs/promises";
import { clearLeftovers } from "../../../../src/core/files/leftovers.ts";
import { testFolder } from "../../../support/folder.ts";
import { createLogger } from "../../../../src/core/files/logger.ts";
import { Secret } from "../../../../src/core/secret.ts";
import { FileError } from "../../../../src/core/files/errors.ts";
import { failureText, isSystemError, systemReason } from "../../../../src/core/files/reason.ts";
import {
  type ReadOptions,
  readRegularFile,
  readRegularFileNow,
  type Unread,
} from "../../../../src/core/files/read.ts";
import { openLock } from "../../../../src/core/files/lock.ts";
import { type Need, testOn } from "../../../support/systems.ts";

/** A file beside the one that is to be written, its age, and whether it stays. */
const LEFTOVERS: readonly (readonly [what: string, name: string, ms: number, stays: boolean])[] = [
  ["what a killed one has left", ".a.json.0123abcd.tmp", 61_000, false],
  ["what another one writes just now", ".a.json.0123abcd.tmp", 0, true],
  ["what is of another file", ".b.json.0123abcd.tmp", 61_000, true],
  ["what somebody else calls so", ".a.json.notes.tmp", 61_000, true],
  ["the file itself", "a.json", 61_000, true],
];
for (const [what, name, ms, stays] of LEFTOVERS) {
  Deno.test(`clearLeftovers() ${stays ? "leaves" : "removes"} ${what}`, async () => {
    const folder = await testFolder(), then = new Date(Date.now() - ms);
    await Deno.writeTextFile(join(folder, name), "x");
    await Deno.utime(join(folder, name), then, then);
    await clearLeftovers(join(folder, "a.json"), 60_000);
    const left = await Array.fromAsync(Deno.readDir(folder));
    deepEqual(left.map((one) => one.name), stays ? [name] : []);
  });
}

Deno.test("clearLeftovers() does nothing where there is no folder", async () => {
  await clearLeftovers(join(await testFolder(), "none", "a.json"));
});

const at = () => new Date("2026-01-02T03:04:05.006Z");

async function inFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "kedge-log-" });
  try {
    await test(join(folder, "logs"));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("info() writes one dated line, continued lines indented so that none can be forged", () =>
  inFolder(async (folder) => {
    const logger = createLogger(folder, at);
    logger.info("one\n2026 error two");
    logger.error("reading", new Error("x").message);
    await logger.flush();
    equal(
      await Deno.readTextFile(join(folder, "kedge.log")),
      "2026-01-02T03:04:05.006Z info one\n    2026 error two\n2026-01-02T03:04:05.006Z error reading: x\n",
    );
    if (Deno.build.os !== "windows") {
      equal((await Deno.stat(join(folder, "kedge.log"))).mode! & 0o777, 0o600);
    }
  }));

Deno.test("info() leaves nothing that a terminal showing the file would obey", () =>
  inFolder(async (folder) => {
    const logger = createLogger(folder, at);
    logger.info("a\r\x1b[2Jb\u009b1A\u202ec\td\x07");
    await logger.flush();
    equal(
      await Deno.readTextFile(join(folder, "kedge.log")),
      "2026-01-02T03:04:05.006Z info a\ufffd\ufffd[2Jb\ufffd1A\ufffdc\td\ufffd\n",
    );
  }));

Deno.test("info() shows a secret as dots", () =>
  inFolder(async (folder) => {
    const logger = createLogger(folder, at);
    logger.info(`password ${new Secret("hunter2")}`);
    await logger.flush();
    match(await Deno.readTextFile(join(folder, "kedge.log")), /password •••/);
  }));

Deno.test("info() keeps three old files when the log grows past its size", () =>
  inFolder(async (folder) => {
    const logger = createLogger(folder, at);
    for (let i = 0; i < 6; i++) logger.info("x".repeat(1024 * 1024));
    await logger.flush();
    const names = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
    deepEqual(names, ["kedge.log", "kedge.log.1", "kedge.log.2", "kedge.log.3"]);
  }));

const system = (code: string, message: string) => Object.assign(new Error(message), { code });

const REASONS: readonly [name: string, error: unknown, reason: string][] = [
  [
    "a full disk",
    system("ENOSPC", "No space left on device (os error 28): write '/h/.x.1.tmp'"),
    "the disk is full",
  ],
  [
    "a missing folder",
    system("ENOENT", "No such file or directory (os error 2): open '/h/.x.1.tmp'"),
    "there is no such folder",
  ],
  ["a folder in its place", system("EISDIR", "Is a directory (os error 21)"), "it is a folder"],
  ["no permission", system("EACCES", "Permission denied (os error 13)"), "you have no permission there"],
  [
    "what Windows says of a file that is open",
    system("EPERM", "Access denied. (os error 5): rename 'C:\\a' -> 'C:\\b'"),
    "you have no permission there, or another program has it open",
  ],
  [
    "what Windows says of a name with a question mark",
    system("ENOENT", "Invalid name. (os error 123): open 'C:\\a?'"),
    "Windows allows no such name",
  ],
  [
    "no permission of root's",
    system("EPERM", "Operation not permitted (os error 1)"),
    "you have no permission there",
  ],
  [
    "what has no words of ours",
    system("EXDEV", "Cross-device link (os error 18): rename '/a'"),
    "Cross-device link",
  ],
  ["a code of no system", system("ERR_OTHER", "It is closed"), "It is closed"],
  ["a name that every object has", system("constructor", "It is closed"), "It is closed"],
  ["an error with a hint", new FileError("It is broken", "Delete it."), "It is broken. Delete it."],
  ["an error that is a sentence", new FileError("It is broken.", "Delete it."), "It is broken. Delete it."],
  ["an error of ours", new Error("The disk is full."), "The disk is full."],
  ["no error at all", "stopped", "stopped"],
];
for (const [name, error, reason] of REASONS) {
  Deno.test(`systemReason() says why in the user's words when it gets ${name}`, () => {
    equal(systemReason(error), reason);
  });
}

Deno.test("failureText() says what failed when the system tells only why", () => {
  equal(
    failureText("It could not be installed", system("EROFS", "Read-only file system (os error 30)")),
    "It could not be installed: the disk is read-only.",
  );
  equal(failureText("It could not be installed", new Error("The disk is full.")), "The disk is full.");
});

Deno.test("isSystemError() knows what a failed call throws", async () => {
  const error = await Deno.open("/none/at/all").catch((error: unknown) => error);
  equal(isSystemError(error), true);
  equal(systemReason(error), "there is no such folder");
});

async function pipe(path: string): Promise<void> {
  const { success } = await new Deno.Command("mkfifo", { args: [path] }).output();
  equal(success, true);
}

/** What lies at a path, and why it is refused. Reading it must neither wait nor fill the memory. */
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

/** Puts what `make` makes over a path by a rename, as many editors save. */
const put = (make: (path: string) => void) => (path: string) => {
  make(`${path}.new`);
  Deno.renameSync(`${path}.new`, path);
};
const newFile = put((path) => Deno.writeTextFileSync(path, "new"));
const once = (act: (path: string) => void) => {
  let done = false;
  return (path: string) => {
    if (!done) act(path);
    done = true;
  };
};

/** What replaces a file right before and right after it is opened, and what is read then. */
const REPLACED: readonly (readonly [
  what: string,
  replace: () => { before: (path: string) => void; after?: (path: string) => void },
  outcome: string,
  options?: ReadOptions,
  ...needs: Need[],
])[] = [
  ["another file", () => ({ before: once(newFile) }), "new"],
  ["another file each time", () => ({ before: newFile }), "unreadable"],
  [
    "a file that is too large",
    () => ({ before: once(put((path) => Deno.writeFileSync(path, new Uint8Array(1001)))) }),
    "too-large",
  ],
  [
    "a link to a file",
    () => ({
      before: put((path) => {
        Deno.writeTextFileSync(`${path}.target`, "new");
        Deno.symlinkSync(`${path}.target`, path);
      }),
    }),
    "link",
    { follow: false },
    "links",
  ],
  [
    "a link to a device",
    () => ({ before: put((path) => Deno.symlinkSync("/dev/zero", path)) }),
    "not-a-file",
    {},
    "links",
    "specialFiles",
  ],
  [
    "a file, and then a pipe",
    () => ({
      before: newFile,
      after: put((path) => void new Deno.Command("mkfifo", { args: [path] }).outputSync()),
    }),
    "not-a-file",
    {},
    "specialFiles",
  ],
  ...Deno.uid() !== 0 ? [] : [
    [
      "a file of another user",
      () => ({
        before: once(put((path) => {
          Deno.writeTextFileSync(path, "new");
          Deno.chownSync(path, 65002, 65002);
        })),
      }),
      "not-yours",
      { ownedByUser: true },
    ] as const,
  ],
];
for (const [what, replace, outcome, options = {}, ...needs] of REPLACED) {
  testOn(
    needs,
    `readRegularFile() gives ${outcome} when the file becomes ${what} before it is opened`,
    async () => {
      const { open, openSync } = Deno;
      for (const read of [readRegularFile, readRegularFileNow]) {
        const file = join(await testFolder(), "file");
        Deno.writeTextFileSync(file, "old");
        const { before, after } = replace();
        const isFile = (path: string | URL) => path === file;
        Deno.open = async (path, options) => {
          if (isFile(path)) before(file);
          const opened = await open(path, options);
          if (isFile(path)) after?.(file);
          return opened;
        };
        Deno.openSync = (path, options) => {
          if (isFile(path)) before(file);
          const opened = openSync(path, options);
          if (isFile(path)) after?.(file);
          return opened;
        };
        try {
          const found = await read(file, 1000, options);
          equal(found.ok ? new TextDecoder().decode(found.bytes) : found.why, outcome);
        } finally {
          Object.assign(Deno, { open, openSync });
        }
      }
    },
  );
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
  equal(error instanceof FileError, true);
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
