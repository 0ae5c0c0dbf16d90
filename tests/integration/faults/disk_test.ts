import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { preparePublishing, publishFolder } from "../../../src/core/catalogue/publish/folder.ts";
import { machineCatalogues } from "../../../src/core/catalogue/machine.ts";
import { type KedgePaths, kedgePaths } from "../../../src/core/paths.ts";
import { makeRepository, withAuthor } from "../../support/catalogue/author.ts";
import { makeBundle, makeKey, publishTo } from "../../support/catalogue/publisher.ts";
import { cli } from "../../support/program/actions.ts";
import { removeFolder } from "../../support/remove_folder.ts";

const TOOLBOX = fileURLToPath(new URL("../../../examples/toolbox", import.meta.url));

/** A home on a small disk of 4 MB that a test can fill or make read-only. */
interface SmallDisk {
  readonly paths: KedgePaths;
  /** Fills the disk except for `left` bytes, by default completely. */
  fill(left?: number): Promise<void>;
  free(): Promise<void>;
  lock(): Promise<void>;
}

async function mount(...args: string[]): Promise<boolean> {
  return (await new Deno.Command("mount", { args }).output()).success;
}

/**
 * Creates a folder on a disk of its own, or, without the right to mount one, on the container's
 * small shared memory.
 */
async function smallDisk(): Promise<string> {
  const root = await Deno.makeTempDir({ prefix: "kedge-disk-" });
  if (await mount("-t", "tmpfs", "-o", "size=4m,mode=700", "kedge-test", root)) return root;
  await Deno.remove(root);
  return await Deno.makeTempDir({ dir: "/dev/shm", prefix: "kedge-disk-" });
}

async function withDisk(use: (disk: SmallDisk) => Promise<void>): Promise<void> {
  const root = await smallDisk();
  const ballast = join(root, "ballast");
  try {
    const paths = kedgePaths(join(root, "home"));
    await Deno.mkdir(paths.home, { mode: 0o700 });
    await use({
      paths,
      async fill(left = 0) {
        const file = await Deno.open(ballast, { write: true, create: true });
        try {
          for (;;) await file.write(new Uint8Array(4096));
        } catch (error) {
          assert.equal((error as { code?: string }).code, "ENOSPC");
          await file.truncate((await file.stat()).size - left);
        } finally {
          file.close();
        }
      },
      free: () => Deno.remove(ballast),
      async lock() {
        if (!await mount("-o", "remount,ro", root)) await Deno.chmod(paths.home, 0o500);
      },
    });
  } finally {
    await new Deno.Command("umount", { args: ["-l", root] }).output();
    await removeFolder(root);
  }
}

const install = async (paths: KedgePaths, hash: string) =>
  await cli(paths, ["--install", TOOLBOX, "--trust", hash]);

/** Returns the hash of the toolbox that its review shows. */
async function hashOf(paths: KedgePaths): Promise<string> {
  const { stdout } = await cli(paths, ["--validate-bundle", TOOLBOX, "--json"]);
  return (JSON.parse(stdout) as { hash: string }).hash;
}

Deno.test("kedge --install says that the disk is full, leaves nothing half, and works when there is room again", () =>
  withDisk(async ({ paths, fill, free }) => {
    const hash = await hashOf(paths);
    await fill();
    const full = await install(paths, hash);
    assert.notEqual(full.code, 0);
    assert.match(full.stderr, /disk is full/);
    assert.doesNotMatch(full.stderr, /\n\s+at /);
    assert.doesNotMatch((await cli(paths, ["--list"])).stdout, /toolbox/);
    await free();
    const done = await install(paths, hash);
    assert.equal(done.code, 0, done.stderr);
    assert.match((await cli(paths, ["--list"])).stdout, /toolbox/);
  }));

Deno.test("kedge --uninstall and --install leave an installed version whole when the disk is full", () =>
  withDisk(async ({ paths, fill }) => {
    const hash = await hashOf(paths);
    assert.equal((await install(paths, hash)).code, 0);
    await fill();
    await install(paths, hash);
    const list = await cli(paths, ["--list", "--json"]);
    const [extension] = JSON.parse(list.stdout) as { trust?: string; id: string }[];
    assert.equal(extension?.id, "toolbox");
    assert.equal(list.code, 0);
    assert.equal((await cli(paths, ["--uninstall", "toolbox"])).code, 0);
  }));

Deno.test("kedge --validate-bundle --compile says that the disk is full when it fills while Go compiles", () =>
  withDisk(async ({ paths, fill }) => {
    await fill(2_000_000);
    const { code, stdout, stderr } = await cli(paths, ["--validate-bundle", "--compile", TOOLBOX]);
    assert.notEqual(code, 0);
    assert.match(stdout + stderr, /the action could not be compiled: the disk is full/);
    assert.doesNotMatch(stdout + stderr, /no space left on device/);
  }));

/** Commands on a read-only disk: reading works, writing reports the reason. */
const LOCKED: [args: string[], code: number, says: RegExp][] = [
  [["--list"], 0, /^/],
  [["--validate-config"], 0, /^/],
  [["--print-config"], 0, /^/],
  [["--label", "shop"], 0, /^/],
  [["--validate-bundle", TOOLBOX], 0, /valid/],
];
/** Root may write despite permissions, so these commands need a disk that is mounted read-only. */
const mountable = await smallDisk();
if (!mountable.startsWith("/dev/shm/")) {
  LOCKED.push(
    [["--install", TOOLBOX, "--trust", "HASH"], 1, /read-only/],
    [["--validate-bundle", "--compile", TOOLBOX], 1, /could not be compiled: the disk is read-only\n/],
  );
  await new Deno.Command("umount", { args: [mountable] }).output();
}
await Deno.remove(mountable);
for (const [args, code, says] of LOCKED) {
  Deno.test(`kedge ${args.slice(0, 2).filter((arg) => arg.startsWith("--")).join(" ")} ends with ${code} when its home is on a read-only disk`, () =>
    withDisk(async ({ paths, lock }) => {
      const hash = await hashOf(paths);
      await Deno.writeTextFile(paths.config, '{ "version": 2 }', { mode: 0o600 });
      await lock();
      const result = await cli(paths, args.map((arg) => arg === "HASH" ? hash : arg));
      assert.equal(result.code, code, result.stderr);
      assert.match(result.stdout + result.stderr, says);
      assert.doesNotMatch(result.stderr, /\n\s+at /);
    }));
}

Deno.test("a full disk takes no catalogue, says so, and the one before counts", async () => {
  await withDisk(async ({ paths, fill, free }) => {
    const folder = await Deno.makeTempDir({ prefix: "kedge-publisher-" });
    try {
      const key = await makeKey(folder, "alice"), served = join(folder, "served");
      const setting = { address: served, keys: [key.key], restDays: 0 };
      const catalogues = machineCatalogues(paths, () => ({}));
      const signal = new AbortController().signal;
      await publishTo(served, key, makeBundle("tools", "1.0.0"));
      await catalogues.refresh(setting, signal);
      await publishTo(served, key, makeBundle("tools", "1.1.0", 'return k.Alert("more")'));
      await fill();
      await assert.rejects(catalogues.refresh(setting, signal), /the disk is full/);
      assert.equal((await catalogues.stored(setting))?.catalogue.version, 1);
      await free();
      assert.equal((await catalogues.refresh(setting, signal)).catalogue.version, 2);
    } finally {
      await removeFolder(folder);
    }
  });
});

Deno.test("a full disk publishes nothing, and the author's manifest keeps its version", () =>
  withAuthor(({ folder }) =>
    withDisk(async ({ paths, fill, free }) => {
      const to = join(paths.home, "served"), manifest = join(folder, "manifest.json");
      const signal = new AbortController().signal;
      const publish = async () => {
        const { proposed: version, hash, digest } = await preparePublishing(folder, to, signal);
        const shown = digest === null ? {} : { digest };
        return await publishFolder(folder, { to, version, news: "", hash, ...shown }, signal);
      };
      await publish();
      await Deno.writeTextFile(join(folder, "words", "more.go"), "package words\n");
      const before = await Deno.readTextFile(manifest),
        list = await Deno.readTextFile(join(to, "catalog.json"));
      await fill();
      await assert.rejects(publish(), /cannot be written to: the disk is full/);
      assert.equal(await Deno.readTextFile(manifest), before);
      assert.equal(await Deno.readTextFile(join(to, "catalog.json")), list);
      await free();
      assert.match(await publish(), /^Published version 2/);
      assert.equal(await Deno.readTextFile(manifest), before.replace("1.0.0", "1.0.1"));
    })
  ));

Deno.test("with a full disk no catalogue of a repository is read, an error says so, and the former one counts", () =>
  withAuthor((author) =>
    withDisk(async ({ paths, fill, free }) => {
      const { address } = await makeRepository(author), signal = new AbortController().signal;
      const key = await makeKey(author.home, "alice");
      const setting = { address, keys: [key.key], restDays: 0 };
      const catalogues = machineCatalogues(paths, () => ({}));
      await publishTo(address, key, makeBundle("tools", "1.0.0"));
      await catalogues.refresh(setting, signal);
      await publishTo(address, key, makeBundle("tools", "1.1.0", 'return k.Alert("more")'));
      await fill();
      await assert.rejects(catalogues.refresh(setting, signal), /disk/);
      assert.equal((await catalogues.stored(setting))?.catalogue.version, 1);
      await free();
      assert.equal((await catalogues.refresh(setting, signal)).catalogue.version, 2);
    })
  ));
