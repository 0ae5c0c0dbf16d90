import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { join } from "node:path";
import { createCatalogue } from "../../../src/core/app/features/catalogue/catalogue.ts";
import { createConfiguration } from "../../../src/core/app/features/settings/configuration.ts";
import { initialState } from "../../../src/core/app/initial_state.ts";
import { fingerprint } from "../../../src/core/catalogue/keys.ts";
import type { CatalogueSetting } from "../../../src/core/config/config.ts";
import { defaultConfig } from "../../../src/core/config/mod.ts";
import { editConfigFile, readConfigFile } from "../../../src/core/config_file/mod.ts";
import type { KedgePaths } from "../../../src/core/paths.ts";
import { refusal } from "../../../src/core/result.ts";
import { cataloguesOf, makeBundle, makeKey, publishTo } from "../../support/catalogue/publisher.ts";
import { codeOf } from "../../support/catalogue/code_of.ts";
import { testFolder } from "../../support/folder.ts";
import { testStore } from "../../support/pages/store.ts";
import { cli } from "../../support/program/actions.ts";
import { withHome } from "../../support/program/home.ts";
import { removeFolder } from "../../support/remove_folder.ts";

const { signal } = new AbortController();

/**
 * A surface on which the user adds catalogues, with their keys, and removes them; an empty string
 * means no error.
 */
interface User {
  add(address: string, print: string): Promise<string>;
  remove(address: string): Promise<string>;
  close(): void;
}

const USERS: readonly (readonly [where: string, begin: (paths: KedgePaths) => User])[] = [
  ["the terminal", (paths) => ({
    add: async (address, print) =>
      (await cli(paths, ["--catalog-add", address, "--trust", print])).stderr.split("\n")[0]!,
    remove: async (address) => (await cli(paths, ["--catalog-remove", address])).stderr,
    close: () => {},
  })],
  ["the window", (paths) => {
    const app = { version: "0.1.0", development: true, home: paths.home, platform: "linux" as const };
    const store = testStore(initialState(app, paths.config, defaultConfig()));
    const configuration = createConfiguration(store);
    const fail = (error: unknown) => {
      throw error;
    };
    const feature = createCatalogue({
      store,
      extensions: { beginFrom: () => fail("nothing is installed"), refresh: () => Promise.resolve() },
      async edit(...edits) {
        const edited = await editConfigFile(paths.config, edits);
        configuration.apply(readConfigFile(paths.config));
        return edited.ok ? { ok: true } : refusal(edited.error);
      },
      couldPress: () => false,
      onError: fail,
      now: Date.now,
    }, cataloguesOf(paths));
    // A changed configuration is read in two steps; the second one follows the first refresh.
    const refresh = async () => {
      for (let time = 0; time < 2; time++) await feature.refresh();
    };
    return {
      async add(address, print) {
        await feature.add(address);
        await refresh();
        deepEqual(await feature.trust(address, [print]), { ok: true });
        await refresh();
        // Its keys are in the configuration now, so another catalogue with them is refused.
        equal((await feature.trust(address, [print])).ok, false);
        return store.get().catalogues[0]!.error ?? "";
      },
      async remove(address) {
        const removed = await feature.remove(address);
        return removed.ok ? "" : removed.error;
      },
      close: () => feature.close(),
    };
  }],
];

/** Returns functions that read the signed list of a folder, and that replace it. */
function servedAt(folder: string) {
  const files = ["catalog.json", "catalog.json.sig"].map((name) => join(folder, name));
  return {
    list: () => Promise.all(files.map((file) => Deno.readTextFile(file))),
    serve: async (texts: readonly string[]) => {
      for (const [at, file] of files.entries()) await Deno.writeTextFile(file, texts[at]!);
    },
  };
}

for (const [where, begin] of USERS) {
  Deno.test(`begin() takes a catalogue that was begun again, but no older one, when ${where} adds it again`, () =>
    withHome(async (paths) => {
      const folder = await testFolder(), address = join(folder, "served");
      const key = await makeKey(folder, "alice"), print = fingerprint(key.key)!;
      const { list, serve } = servedAt(address), user = begin(paths);
      const addAgain = async () => {
        equal(await user.remove(address), "");
        return await user.add(address, print);
      };
      try {
        await publishTo(address, key, makeBundle("tools", "1.0.0"));
        const first = await list();
        await publishTo(address, key, [], { withdraw: { extension: "tools", reason: "bad" } });
        equal(await user.add(address, print), "");
        const newest = await list();
        await serve(first);
        match(await addAgain(), /an older catalogue is served/i);
        await removeFolder(address);
        await publishTo(address, key, makeBundle("other", "1.0.0"));
        equal(await addAgain(), "");
        // The version accepted first still counts, although another catalogue was there in between.
        for (const [list, error] of [[first, /an older catalogue is served/i], [newest, /^$/]] as const) {
          await serve(list);
          match(await addAgain(), error);
        }
      } finally {
        user.close();
      }
    }));
}

/**
 * Serves the first list of a catalogue whose second list was accepted, and later another catalogue
 * signed with the same key.
 */
async function stage(paths: KedgePaths) {
  const folder = await testFolder(), address = join(folder, "served");
  const { list, serve } = servedAt(address);
  const key = await makeKey(folder, "alice"), catalogues = cataloguesOf(paths);
  const setting = { address, keys: [key.key], restDays: 0 };
  await publishTo(address, key, makeBundle("tools", "1.0.0"));
  const first = await list();
  await publishTo(address, key, makeBundle("tools", "1.0.1"));
  const { catalogue: { id } } = await catalogues.refresh(setting, signal);
  await removeFolder(address);
  await publishTo(address, key, makeBundle("other", "1.0.0"));
  const refresh = () => codeOf(catalogues.refresh(setting, signal));
  return { address, key, setting, catalogues, refresh, id, first, serve };
}

Deno.test("refresh() takes no older list of a catalogue when another one was to take its place", () =>
  withHome(async (paths) => {
    const { address, catalogues, refresh, id, first, serve } = await stage(paths);
    equal(await refresh(), "other-catalogue");
    const other = (await catalogues.look(address, signal)).catalogue.id;
    equal(other === id, false);
    await catalogues.begin(address, other);
    await serve(first);
    equal(await refresh(), "older");
  }));

Deno.test("publish() signs no older list of a catalogue when another one has taken its place since", () =>
  withHome(async (paths) => {
    const { address, key, setting, catalogues, id, first, serve } = await stage(paths);
    await catalogues.begin(address, (await catalogues.look(address, signal)).catalogue.id);
    const { known } = await catalogues.refresh(setting, signal);
    equal(known.id === id, false);
    await serve(first);
    const home = { paths, settings: [setting] };
    equal(await codeOf(publishTo(address, key, makeBundle("tools", "1.0.2"), {}, home)), "older");
  }));

Deno.test("begin() keeps what was accepted and says why when its file cannot be renamed", () =>
  withHome(async (paths) => {
    const { address, setting, catalogues, id } = await stage(paths);
    const { renameSync } = Deno;
    Deno.renameSync = () => {
      throw Object.assign(new Deno.errors.PermissionDenied("refused by the test"), { code: "EACCES" });
    };
    try {
      await rejects(catalogues.begin(address, "0".repeat(32)), {
        name: "FileError",
        message: /^The catalogue could not be kept: /,
      });
    } finally {
      Deno.renameSync = renameSync;
    }
    equal((await catalogues.stored(setting))?.known.id, id);
  }));

/**
 * Contents of config.json, and the error of `--catalog-add` for a catalogue at the address of
 * another one.
 */
const FAULTY:
  readonly (readonly [what: string, text: (setting: CatalogueSetting) => string, says: RegExp])[] = [
    ["cannot be read", () => "{", /config\.json cannot be read/],
    [
      "has a fault in the entry",
      (setting) => JSON.stringify({ catalogs: [{ ...setting, restDays: "x" }] }),
      /another catalogue lies at this address/,
    ],
  ];
for (const [what, text, says] of FAULTY) {
  Deno.test(`--catalog-add lets no other catalogue take a place when config.json ${what}`, () =>
    withHome(async (paths) => {
      const { address, key, setting, refresh, catalogues, id } = await stage(paths);
      await Deno.writeTextFile(paths.config, text(setting), { mode: 0o600 });
      const added = await cli(paths, ["--catalog-add", address, "--trust", fingerprint(key.key)!]);
      match(added.stderr, says);
      equal(added.code === 0, false);
      equal(await refresh(), "other-catalogue");
      equal((await catalogues.stored(setting))?.known.id, id);
    }));
}
