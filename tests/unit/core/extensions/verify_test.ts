import assert from "node:assert/strict";
import { join } from "node:path";
import {
  changeOverrides,
  installBundle,
  listExtensions,
  loadInstalled,
  readInstalledFile,
  readOverrides,
  trustedVersion,
  uninstallExtension,
  verifyExtension,
} from "../../../../src/core/extensions/mod.ts";
import type { KedgePaths } from "../../../../src/core/paths.ts";
import { ACTION, bundle } from "../../../support/bundles/bundles.ts";
import { withHome } from "../../../support/program/home.ts";
import { type Need, testOn } from "../../../support/systems.ts";

const it = bundle({}, { "lib/lib.go": "package lib\n", "icon.svg": "<svg/>" });

/** A change to an installed extension, and the resulting trust. */
const CHANGES: readonly (readonly [
  name: string,
  change: (root: string, paths: KedgePaths) => unknown,
  trust: string,
  ...needs: Need[],
])[] = [
  ["nothing", () => {}, "trusted"],
  ["a byte of the entry", (root) => flip(join(root, "bundle/actions/run.go")), "changed"],
  ["a byte of the manifest", (root) => flip(join(root, "bundle/manifest.json")), "changed"],
  ["a byte of a shared package", (root) => flip(join(root, "bundle/lib/lib.go")), "changed"],
  ["a byte of an image", (root) => flip(join(root, "bundle/icon.svg")), "changed"],
  [
    "a new file",
    (root) => Deno.writeTextFile(join(root, "bundle/actions/new.go"), "package action"),
    "changed",
  ],
  ["a file in a new folder", async (root) => {
    await Deno.mkdir(join(root, "bundle/new"));
    await Deno.writeTextFile(join(root, "bundle/new/x.go"), "package new");
  }, "changed"],
  ["a removed file", (root) => Deno.remove(join(root, "bundle/icon.svg")), "changed"],
  ["an emptied file", (root) => Deno.truncate(join(root, "bundle/icon.svg")), "changed"],
  ["a huge file", (root) => Deno.truncate(join(root, "bundle/icon.svg"), 2 ** 31), "changed"],
  ["two files swapped", async (root) => {
    await Deno.rename(join(root, "bundle/icon.svg"), join(root, "bundle/x"));
    await Deno.rename(join(root, "bundle/lib/lib.go"), join(root, "bundle/icon.svg"));
    await Deno.rename(join(root, "bundle/x"), join(root, "bundle/lib/lib.go"));
  }, "changed"],
  [
    "a file that became a link to its own content",
    async (root, paths) => {
      await Deno.writeTextFile(join(paths.home, "same.go"), ACTION);
      await Deno.remove(join(root, "bundle/actions/run.go"));
      await Deno.symlink(join(paths.home, "same.go"), join(root, "bundle/actions/run.go"));
    },
    "changed",
    "links",
  ],
  [
    "a folder that became a link",
    async (root, paths) => {
      await Deno.rename(join(root, "bundle/lib"), join(paths.home, "lib"));
      await Deno.symlink(join(paths.home, "lib"), join(root, "bundle/lib"));
    },
    "changed",
    "links",
  ],
  [
    "a file that became a pipe",
    async (root) => {
      await Deno.remove(join(root, "bundle/icon.svg"));
      await new Deno.Command("/usr/bin/mkfifo", { args: [join(root, "bundle/icon.svg")] }).output();
    },
    "changed",
    "specialFiles",
  ],
  ["a file that became a folder", async (root) => {
    await Deno.remove(join(root, "bundle/icon.svg"));
    await Deno.mkdir(join(root, "bundle/icon.svg"));
  }, "changed"],
  [
    "what a file manager leaves",
    (root) => Deno.writeTextFile(join(root, "bundle/.DS_Store"), "x"),
    "trusted",
  ],
  ["an empty folder", (root) => Deno.mkdir(join(root, "bundle/empty")), "trusted"],
  ["no files at all", (root) => Deno.remove(join(root, "bundle"), { recursive: true }), "broken"],
  [
    "another hash in installed.json",
    (root) => edit(root, (record) => record.hash = "0".repeat(64)),
    "broken",
  ],
  [
    "another file hash in installed.json",
    (root) => edit(root, (record) => (record.files as Record<string, string>)["icon.svg"] = "0".repeat(64)),
    "changed",
  ],
  ["another id in installed.json", (root) => edit(root, (record) => record.id = "other"), "broken"],
  ["no confirmation in installed.json", (root) => edit(root, (record) => record.trust = "no"), "broken"],
  ["a damaged installed.json", (root) => Deno.writeTextFile(join(root, "installed.json"), "{"), "broken"],
  ["no installed.json", (root) => Deno.remove(join(root, "installed.json")), "absent"],
];

for (const [name, change, trust, ...needs] of CHANGES) {
  testOn(needs, `verifyExtension() finds ${trust} after ${name}`, async () => {
    await withHome(async (paths) => {
      await installBundle(paths, it, { source: "/x", hash: it.hash });
      await change(join(paths.extensions, "ext"), paths);
      const verified = await verifyExtension(paths, "ext");
      assert.equal(verified.trust, trust);
      assert.equal("bundle" in verified, trust === "trusted");
      const [listed] = await listExtensions(paths, { version: "9.9.9", development: false });
      assert.equal(listed?.trust, trust === "absent" ? undefined : trust);
      if (listed?.trust === "changed") {
        assert.deepEqual(listed.actions.map(({ state }) => state), ["changed"]);
      }
    });
  });
}

async function flip(file: string): Promise<void> {
  const bytes = await Deno.readFile(file);
  bytes[bytes.length >> 1]! ^= 1;
  await Deno.writeFile(file, bytes);
}

async function edit(root: string, change: (record: Record<string, unknown>) => void): Promise<void> {
  const file = join(root, "installed.json");
  const record = JSON.parse(await Deno.readTextFile(file));
  change(record);
  await Deno.writeTextFile(file, JSON.stringify(record));
}

Deno.test("verifyExtension() hands over the bytes it checked, whatever happens on disk afterwards", async () => {
  await withHome(async (paths) => {
    await installBundle(paths, it, { source: "/x", hash: it.hash });
    const verified = await verifyExtension(paths, "ext");
    const file = join(paths.extensions, "ext/bundle/actions/run.go");
    await Deno.remove(file);
    await Deno.symlink("/etc/passwd", file);
    assert.ok(verified.trust === "trusted");
    assert.equal(new TextDecoder().decode(verified.bundle.files.get("actions/run.go")), ACTION);
    assert.equal((await verifyExtension(paths, "ext")).trust, "changed");
  });
});

Deno.test("verifyExtension() names each file that differs", async () => {
  await withHome(async (paths) => {
    await installBundle(paths, it, { source: "/x", hash: it.hash });
    const root = join(paths.extensions, "ext/bundle");
    await flip(join(root, "manifest.json"));
    await Deno.remove(join(root, "icon.svg"));
    await Deno.writeTextFile(join(root, "new.txt"), "x");
    const verified = await verifyExtension(paths, "ext");
    assert.ok(verified.trust === "changed");
    assert.deepEqual(verified.changes.map(({ path, change }) => `${change} ${path}`).sort(), [
      "added new.txt",
      "changed manifest.json",
      "removed icon.svg",
    ]);
  });
});

Deno.test("verifyExtension() trusts a file whose name every object has something behind", async () => {
  const odd = bundle({}, { ["__proto__"]: "x", constructor: "y" });
  await withHome(async (paths) => {
    await installBundle(paths, odd, { source: "/x", hash: odd.hash });
    assert.equal((await verifyExtension(paths, "ext")).trust, "trusted");
    assert.equal(new TextDecoder().decode((await readInstalledFile(paths, "ext", "__proto__"))!), "x");
    await Deno.writeTextFile(join(paths.extensions, "ext/bundle/__proto__"), "z");
    assert.equal((await verifyExtension(paths, "ext")).trust, "changed");
  });
});

Deno.test("readInstalledFile() gives a file as it was reviewed and nothing else", async () => {
  await withHome(async (paths) => {
    await installBundle(paths, it, { source: "/x", hash: it.hash });
    const root = join(paths.extensions, "ext/bundle");
    const read = async (path: string) =>
      new TextDecoder().decode(await readInstalledFile(paths, "ext", path) ?? undefined);
    assert.equal(await read("icon.svg"), "<svg/>");
    for (const path of ["nope.svg", "../installed.json", "/etc/passwd", "__proto__", ""]) {
      assert.equal(await read(path), "");
    }
    await Deno.rename(join(root, "icon.svg"), join(root, "other.svg"));
    await Deno.symlink(join(root, "other.svg"), join(root, "icon.svg"));
    assert.equal(await read("icon.svg"), "");
  });
});

Deno.test("loadInstalled() reads what is on disk now, as a bundle to review", async () => {
  await withHome(async (paths) => {
    await installBundle(paths, it, { source: "/x", hash: it.hash });
    await Deno.writeTextFile(join(paths.extensions, "ext/bundle/note.txt"), "x");
    const { bundle: now } = await loadInstalled(paths, "ext");
    assert.equal(now?.files.has("note.txt"), true);
    assert.notEqual(now?.hash, it.hash);
  });
});

const OUTSIDE = ["..", ".", "../other", "a/../../other", "/etc", "a\\b", "C:x", "", "con", "a\0b"];
for (const id of OUTSIDE) {
  Deno.test(`nothing outside of the extensions' folder is touched for the id ${JSON.stringify(id)}`, async () => {
    await withHome(async (paths) => {
      // A careless join of paths would find this extension, outside of the extensions' folder.
      for (const folder of [paths.home, join(paths.home, "other")]) {
        await Deno.mkdir(join(folder, "bundle"), { recursive: true });
        await Deno.writeTextFile(join(folder, "installed.json"), "{}");
        await Deno.writeTextFile(join(folder, "overrides.json"), '{"actions":{"x":{"account":"1"}}}');
      }
      assert.deepEqual(await verifyExtension(paths, id), { trust: "absent" });
      assert.equal(await uninstallExtension(paths, id, { forget: true }), false);
      assert.equal(await trustedVersion(paths, id), null);
      assert.deepEqual(await readOverrides(paths, id), { actions: {} });
      await assert.rejects(changeOverrides(paths, id, "x", { account: "2" }));
      for (const folder of [paths.home, join(paths.home, "other")]) {
        assert.equal(await Deno.readTextFile(join(folder, "installed.json")), "{}");
        assert.match(await Deno.readTextFile(join(folder, "overrides.json")), /"1"/);
      }
    });
  });
}
