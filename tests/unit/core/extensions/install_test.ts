import assert from "node:assert/strict";
import { join } from "node:path";
import {
  changeOf,
  changeOverrides,
  installBundle,
  InstallRefusedError,
  listExtensions,
  loadInstalled,
  readOverrides,
  recoverExtensions,
  restoreExtension,
  trustedVersion,
  uninstallExtension,
  verifyExtension,
  writeOverrides,
} from "../../../../src/core/extensions/mod.ts";
import { packBundle, readBundle } from "../../../../src/core/bundle/mod.ts";
import { contentHash } from "../../../support/bundles/content_hash.ts";
import type { KedgePaths } from "../../../../src/core/paths.ts";
import { bundle, bundleBytes } from "../../../support/bundles/bundles.ts";
import { withHome } from "../../../support/program/home.ts";
import { testOn } from "../../../support/systems.ts";

const RELEASE = { version: "0.1.0", development: false };
const one = bundle({ version: "1" }, { "lib/a.txt": "one" });
const two = bundle({ version: "2" }, { "lib/b.txt": "two" });
const install = (paths: KedgePaths, which = one, more: { hash?: string; over?: string | null } = {}) =>
  installBundle(paths, which, { source: "/x", hash: which.hash, ...more });
const folder = (paths: KedgePaths) => join(paths.extensions, "ext");
/** Writes a file into the folder of the extension. */
const put = (paths: KedgePaths, path: string, text: string) =>
  Deno.writeTextFile(join(folder(paths), path), text);
const names = (path: string) => [...Deno.readDirSync(path)].map(({ name }) => name).sort();

async function trustedHash(paths: KedgePaths): Promise<string> {
  const verified = await verifyExtension(paths, "ext");
  return verified.trust === "trusted" ? verified.record.hash : verified.trust;
}

Deno.test("installBundle() puts the reviewed files in place and leaves nothing else", async () => {
  await withHome(async (paths) => {
    await install(paths);
    const [bundleName, record, reviewed, ...rest] = names(folder(paths));
    assert.deepEqual([bundleName, record, rest], ["bundle", "installed.json", []]);
    assert.match(reviewed!, /^reviewed-[0-9a-f]{12}\.kedgeext$/);
    assert.deepEqual(names(join(folder(paths), "bundle")), ["actions", "lib", "manifest.json"]);
    assert.equal(await trustedHash(paths), one.hash);
  });
});

testOn(["modes"], "installBundle() makes folders 0700 and files 0600", async () => {
  await withHome(async (paths) => {
    await install(paths);
    const mode = (path: string) => Deno.statSync(join(folder(paths), path)).mode! & 0o777;
    assert.deepEqual(["", "bundle", "bundle/lib"].map(mode), [0o700, 0o700, 0o700]);
    assert.deepEqual(["installed.json", "bundle/manifest.json", "bundle/lib/a.txt"].map(mode), [
      0o600,
      0o600,
      0o600,
    ]);
  });
});

Deno.test("installBundle() replaces the version before, file by file", async () => {
  await withHome(async (paths) => {
    await install(paths, one);
    await install(paths, two);
    assert.deepEqual(names(join(folder(paths), "bundle/lib")), ["b.txt"]);
    assert.equal(names(folder(paths)).length, 3);
    assert.equal(await trustedHash(paths), two.hash);
  });
});

Deno.test("installBundle() installs the same version again", async () => {
  await withHome(async (paths) => {
    await install(paths);
    await put(paths, "bundle/lib/a.txt", "changed");
    await install(paths);
    assert.equal(await trustedHash(paths), one.hash);
  });
});

Deno.test("installBundle() refuses a hash that is not the bundle's", async () => {
  await withHome(async (paths) => {
    await assert.rejects(install(paths, one, { hash: two.hash }), /confirmed hash/);
    await assert.rejects(install(paths, { ...one, files: two.files }), /confirmed hash/);
    assert.deepEqual(await listExtensions(paths, RELEASE), []);
  });
});

Deno.test("installBundle() leaves the old version and nothing else when it fails", async () => {
  await withHome(async (paths) => {
    await install(paths);
    const files = new Map([...two.files, ["a\0b", new Uint8Array()]]); // no system can write this name
    const broken = { ...two, files, hash: contentHash(files) };
    await assert.rejects(install(paths, broken));
    assert.equal(await trustedHash(paths), one.hash);
    assert.equal(names(folder(paths)).length, 3);
  });
});

Deno.test("installBundle() refuses an id that differs from an installed one in case only", async () => {
  await withHome(async (paths) => {
    await install(paths);
    const twin = bundle({ id: "EXT" });
    await assert.rejects(install(paths, twin), InstallRefusedError);
    await uninstallExtension(paths, "ext");
    await install(paths, twin);
  });
});

Deno.test("overrides survive an update and an uninstall, unless they are to be forgotten", async () => {
  await withHome(async (paths) => {
    const overrides = { actions: { run: { account: "123456789012", config: { a: [1] } } } };
    await install(paths, one);
    await writeOverrides(paths, "ext", overrides);
    await install(paths, two);
    assert.equal(await trustedHash(paths), two.hash);
    assert.deepEqual(await readOverrides(paths, "ext"), overrides);
    assert.equal(await uninstallExtension(paths, "ext"), true);
    assert.deepEqual(names(folder(paths)), ["overrides.json"]);
    await install(paths, one);
    assert.deepEqual(await readOverrides(paths, "ext"), overrides);
    await uninstallExtension(paths, "ext", { forget: true });
    assert.deepEqual(names(paths.extensions), ["~lock"]);
  });
});

Deno.test("uninstallExtension() ends the permission to write to servers and keeps all other settings; an update keeps both", async () => {
  await withHome(async (paths) => {
    const own = { account: "123456789012", answer: { role: "Admin" } };
    const overrides = {
      actions: { run: { ...own, write: [{ server: "Orders", at: "db:1" }] }, look: { role: "Reader" } },
    };
    await install(paths, one);
    await writeOverrides(paths, "ext", overrides);
    await install(paths, two);
    assert.deepEqual(await readOverrides(paths, "ext"), overrides);
    await uninstallExtension(paths, "ext");
    await install(paths, one);
    assert.deepEqual(await readOverrides(paths, "ext"), { actions: { run: own, look: { role: "Reader" } } });
  });
});

Deno.test("uninstallExtension() leaves settings that it cannot read as they are", async () => {
  await withHome(async (paths) => {
    await install(paths, one);
    const file = join(folder(paths), "overrides.json");
    Deno.writeTextFileSync(file, "{ damaged");
    await uninstallExtension(paths, "ext");
    assert.equal(Deno.readTextFileSync(file), "{ damaged");
  });
});

Deno.test("uninstallExtension() tells that an extension is not installed", async () => {
  await withHome(async (paths) => assert.equal(await uninstallExtension(paths, "ext"), false));
});

Deno.test("changeOverrides() changes what it names and keeps the rest", async () => {
  await withHome(async (paths) => {
    await install(paths);
    const now = async () => (await readOverrides(paths, "ext")).actions;
    const answer = { account: "123456789012", role: "R" };
    await writeOverrides(paths, "ext", {
      actions: { other: { role: "O" }, run: { role: "old", config: { a: 1 }, answer } },
    });
    await changeOverrides(paths, "ext", "run", { account: "210987654321", region: "" });
    assert.deepEqual(await now(), {
      other: { role: "O" },
      run: { account: "210987654321", config: { a: 1 }, answer },
    });
    await changeOverrides(paths, "ext", "run", { config: { b: 2 }, forgetAnswer: true });
    assert.deepEqual(await now(), { other: { role: "O" }, run: { config: { b: 2 } } });
    await changeOverrides(paths, "ext", "run", { config: {} });
    assert.deepEqual(await now(), { other: { role: "O" } });
    assert.equal(await trustedHash(paths), one.hash);
  });
});

for (const what of ["updated", "uninstalled"]) {
  Deno.test(`installBundle() refuses a difference from a version that was ${what} since`, async () => {
    await withHome(async (paths) => {
      await install(paths);
      const three = bundle({ version: "3" }, { "lib/c.txt": "three" });
      if (what === "updated") await install(paths, three);
      else await uninstallExtension(paths, "ext");
      const before = await trustedHash(paths);
      const refused = await install(paths, two, { over: one.hash }).catch((error: unknown) => error);
      assert.ok(refused instanceof InstallRefusedError, `${refused}`);
      assert.match(refused.message, new RegExp(`"ext" was ${what} meanwhile`));
      assert.equal(await trustedHash(paths), before);
      assert.equal(names(paths.extensions).includes("ext"), what === "updated");
      // Installing the version that is there already is no conflict.
      if (what === "updated") await install(paths, three, { over: one.hash });
    });
  });
}

Deno.test("installBundle() refuses what was reviewed without a difference when another version was installed since", async () => {
  await withHome(async (paths) => {
    const reviewed = (which: typeof one) => install(paths, which, { over: null });
    await reviewed(one);
    await assert.rejects(reviewed(two), /"ext" was installed meanwhile/);
    assert.equal(await trustedHash(paths), one.hash);
    // Installing the version that is there already is no conflict.
    await reviewed(one);
    const kept = names(folder(paths)).find((name) => name.startsWith("reviewed-"))!;
    await put(paths, kept, "something else");
    // The kept archive is damaged, so no review could show a difference from it.
    await reviewed(two);
    assert.equal(await trustedHash(paths), two.hash);
  });
});

Deno.test("installBundle() keeps where an extension came from when changed files are trusted again", async () => {
  await withHome(async (paths) => {
    await install(paths);
    await put(paths, "bundle/lib/a.txt", "changed");
    const { bundle: changed, source } = await loadInstalled(paths, "ext");
    await installBundle(paths, changed!, { source, hash: changed!.hash });
    const [extension] = await listExtensions(paths, RELEASE);
    assert.deepEqual([extension!.trust, extension!.source, extension!.hash], [
      "trusted",
      "/x",
      changed!.hash,
    ]);
  });
});

Deno.test("readOverrides() takes the name of a server without its place for no permission to write", async () => {
  await withHome(async (paths) => {
    await install(paths);
    const placed = { server: "Shop", at: "db:1" };
    for (const [write, kept] of [[["Orders", placed], [placed]], [["Orders"], undefined]]) {
      const text = JSON.stringify({ actions: { run: { role: "Reader", write } } });
      await put(paths, "overrides.json", text);
      const { run } = (await readOverrides(paths, "ext")).actions;
      assert.deepEqual([run?.role, run?.write], ["Reader", kept]);
    }
  });
});

Deno.test("readOverrides() gives none for a damaged file, and writing keeps it", async () => {
  await withHome(async (paths) => {
    await install(paths);
    await put(paths, "overrides.json", "{ damaged");
    assert.deepEqual(await readOverrides(paths, "ext"), { actions: {} });
    await writeOverrides(paths, "ext", { actions: { run: { role: "r" } } });
    assert.equal(await Deno.readTextFile(join(folder(paths), "overrides.json.damaged")), "{ damaged");
  });
});

/** What a killed process leaves behind, made by hand, and the state that must follow. */
const KILLED:
  readonly (readonly [when: string, make: (paths: KedgePaths) => Promise<void>, expected: string])[] = [
    ["while staging a first installation", async (paths) => {
      await Deno.mkdir(join(folder(paths), "staged-0123456789ab/actions"), { recursive: true });
      await put(paths, "staged-0123456789ab/manifest.json", "{");
    }, "absent"],
    ["while staging an update", async (paths) => {
      await install(paths, one);
      await Deno.mkdir(join(folder(paths), "staged-0123456789ab"));
      await put(paths, "staged-0123456789ab/manifest.json", "{");
      await put(paths, "reviewed-0123456789ab.kedgeext", "PK");
      await put(paths, ".installed.json.12345678.tmp", "{");
    }, one.hash],
    ["before the new files were renamed into place", async (paths) => {
      await install(paths, one);
      await Deno.rename(join(folder(paths), "bundle"), join(folder(paths), "kept"));
      await install(paths, two);
      const { stage } = JSON.parse(await Deno.readTextFile(join(folder(paths), "installed.json")));
      await Deno.rename(join(folder(paths), "bundle"), join(folder(paths), `staged-${stage}`));
      await Deno.rename(join(folder(paths), "kept"), join(folder(paths), "bundle"));
    }, two.hash],
    ["while the old files were being removed", async (paths) => {
      await install(paths, two);
      const { stage } = JSON.parse(await Deno.readTextFile(join(folder(paths), "installed.json")));
      await Deno.rename(join(folder(paths), "bundle"), join(folder(paths), `staged-${stage}`));
      await Deno.mkdir(join(folder(paths), "bundle"));
      await put(paths, "bundle/lib", "half gone");
    }, two.hash],
    ["while an uninstalled extension was being removed", async (paths) => {
      await install(paths, one);
      await Deno.remove(join(folder(paths), "installed.json"));
      await Deno.remove(join(folder(paths), "bundle/manifest.json"));
    }, "absent"],
  ];

for (const [when, make, expected] of KILLED) {
  Deno.test(`verifyExtension() finds a whole version when Kedge was killed ${when}`, async () => {
    await withHome(async (paths) => {
      await make(paths);
      assert.equal(await trustedHash(paths), expected);
    });
  });
  Deno.test(`recoverExtensions() leaves nothing behind when Kedge was killed ${when}`, async () => {
    await withHome(async (paths) => {
      await make(paths);
      await recoverExtensions(paths);
      const left = await Deno.stat(folder(paths)).then(() => names(folder(paths)).length, () => 0);
      assert.equal(left, expected === "absent" ? 0 : 3);
      assert.equal(await trustedHash(paths), expected);
    });
  });
}

Deno.test("restoreExtension() puts back what was trusted and nothing else", async () => {
  await withHome(async (paths) => {
    await install(paths);
    await put(paths, "bundle/lib/a.txt", "changed");
    await put(paths, "bundle/new.go", "package new");
    assert.equal(await restoreExtension(paths, "ext"), true);
    assert.equal(await trustedHash(paths), one.hash);
    assert.equal((await listExtensions(paths, RELEASE))[0]!.source, "/x");

    const kept = names(folder(paths)).find((name) => name.startsWith("reviewed-"))!;
    await put(paths, kept, "something else");
    await put(paths, "bundle/lib/a.txt", "changed");
    assert.equal(await restoreExtension(paths, "ext"), false);
    assert.equal(await trustedHash(paths), "changed");
    assert.equal(await restoreExtension(paths, "other"), false);
  });
});

Deno.test("trustedVersion() gives the reviewed files also after they were changed on disk", async () => {
  await withHome(async (paths) => {
    await install(paths);
    await put(paths, "bundle/lib/a.txt", "changed");
    const trusted = await trustedVersion(paths, "ext");
    assert.deepEqual(new Map(trusted?.files), new Map([...one.files].sort(([a], [b]) => a < b ? -1 : 1)));
    assert.equal(await trustedVersion(paths, "other"), null);
  });
});

for (const name of [".DS_Store", "actions/Thumbs.db", "__MACOSX/actions/._run.go"]) {
  Deno.test(`trustedVersion() gives what an update is compared with when the archive holds ${name}`, async () => {
    await withHome(async (paths) => {
      const archive = readBundle(bundleBytes({ name, data: "x" })).bundle!;
      await install(paths, archive);
      const trusted = await trustedVersion(paths, "ext");
      assert.equal(trusted?.hash, archive.hash);
      assert.deepEqual([...trusted!.files.keys()].sort(), ["actions/run.go", "manifest.json"]);
      assert.deepEqual([changeOf(archive, trusted), changeOf(two, trusted)], ["reinstall", "update"]);
    });
  });
}

/**
 * The target of a link in place of the kept archive, and whether the trusted version is read there.
 */
const LED:
  readonly (readonly [to: string, make: (path: string, archive: Uint8Array) => void, read: boolean])[] = [
    ["the archive, which only its user may write to", (path, archive) => write(path, archive, 0o644), true],
    ["the archive, which everybody may write to", (path, archive) => write(path, archive, 0o666), false],
    ["another archive", (path) => write(path, packBundle(two.files), 0o600), false],
    ["a folder", (path) => Deno.mkdirSync(path), false],
    ["nothing", () => {}, false],
    ["itself", (path) => Deno.symlinkSync(path, path), false],
  ];
function write(path: string, bytes: Uint8Array, mode: number): void {
  Deno.writeFileSync(path, bytes);
  Deno.chmodSync(path, mode);
}
for (const [to, make, read] of LED) {
  Deno.test(`a link in the place of the kept archive is ${read ? "followed" : "not believed"}: to ${to}`, {
    ignore: Deno.build.os === "windows",
  }, () =>
    withHome(async (paths) => {
      await install(paths);
      const kept = join(folder(paths), names(folder(paths)).find((name) => name.startsWith("reviewed-"))!);
      const elsewhere = join(paths.home, "elsewhere");
      make(elsewhere, await Deno.readFile(kept));
      await Deno.remove(kept);
      await Deno.symlink(elsewhere, kept);
      await put(paths, "bundle/lib/a.txt", "changed");
      assert.equal((await trustedVersion(paths, "ext"))?.hash, read ? one.hash : undefined);
      assert.equal(await restoreExtension(paths, "ext"), read);
      assert.equal(await trustedHash(paths), read ? one.hash : "changed");
    }));
}

Deno.test({
  name:
    "a folder that packs to more than a bundle may have is refused also when it is installed, so that no version is lost",
  async fn() {
    await withHome(async (paths) => {
      await install(paths);
      for (const name of ["a", "b", "c"]) {
        const noise = new Uint8Array(name === "c" ? 1024 * 1024 : 2 * 1024 * 1024);
        for (let at = 0; at < noise.length; at += 65_536) {
          crypto.getRandomValues(noise.subarray(at, at + 65_536));
        }
        await Deno.writeFile(join(folder(paths), "bundle", name), noise);
      }
      const { bundle, diagnostics } = await loadInstalled(paths, "ext");
      assert.deepEqual([bundle, diagnostics.map(({ code }) => code)], [null, ["bundle-too-large"]]);
      assert.equal((await trustedVersion(paths, "ext"))?.hash, one.hash);
    });
  },
});
