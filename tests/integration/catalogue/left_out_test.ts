import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import { loadAction } from "../../../src/core/actions/installed.ts";
import { createCatalogue } from "../../../src/core/app/features/catalogue/catalogue.ts";
import { createConfiguration } from "../../../src/core/app/features/settings/configuration.ts";
import { initialState } from "../../../src/core/app/initial_state.ts";
import { defaultConfig } from "../../../src/core/config/mod.ts";
import { readConfigFile } from "../../../src/core/config_file/mod.ts";
import { installBundle, listExtensions } from "../../../src/core/extensions/mod.ts";
import type { KedgePaths } from "../../../src/core/paths.ts";
import { cataloguesOf, makeBundle, makeKey, publishTo } from "../../support/catalogue/publisher.ts";
import { testFolder } from "../../support/folder.ts";
import { testStore } from "../../support/pages/store.ts";
import { cli } from "../../support/program/actions.ts";
import { withHome } from "../../support/program/home.ts";

/** A catalogue of config.json. */
interface Setting {
  readonly address: string;
  readonly keys: readonly string[];
}

/**
 * Wrong contents of config.json instead of a catalogue, and whether a version that the catalogue
 * has withdrawn still runs.
 */
const FILES: readonly (readonly [what: string, file: (setting: Setting) => unknown, runs: boolean])[] = [
  ["a number of its entry is too large", (one) => ({ catalogs: [{ ...one, restDays: 400 }] }), false],
  ["its keys are no list", (one) => ({ catalogs: [{ ...one, keys: "all" }] }), false],
  ["its address is misspelt", ({ address, keys }) => ({ catalogs: [{ adress: address, keys }] }), false],
  ["it stands in no list", (one) => ({ catalogs: one }), false],
  ["the name of the list is misspelt", (one) => ({ catalogues: [one] }), false],
  ["it was taken out", () => ({ catalogs: [] }), true],
  ["the list was taken out", () => ({}), true],
];

/** Programs that read the catalogues of a home. */
const READERS: readonly (readonly [name: string, read: (paths: KedgePaths) => Promise<void>])[] = [
  ["Kedge reads the catalogues", async (paths) => {
    const app = { version: "0.1.0", development: true, home: paths.home, platform: "linux" as const };
    const store = testStore(initialState(app, paths.config, defaultConfig()));
    const fail = (error: unknown) => {
      throw error;
    };
    const feature = createCatalogue({
      store,
      extensions: { beginFrom: () => fail("nothing is installed"), refresh: () => Promise.resolve() },
      edit: () => fail("nothing is edited"),
      couldPress: () => false,
      onError: fail,
      now: Date.now,
    }, cataloguesOf(paths));
    createConfiguration(store).apply(readConfigFile(paths.config));
    // A changed configuration is read in two steps; the second one follows the first refresh.
    for (let time = 0; time < 2; time++) deepEqual(await feature.refresh(), { ok: true });
    feature.close();
  }],
  ["--catalogs reads them", async (paths) => {
    equal((await cli(paths, ["--catalogs"])).code, 0);
  }],
];

for (const [reader, read] of READERS) {
  for (const [what, file, runs] of FILES) {
    Deno.test(`a withdrawn version ${runs ? "runs again" : "stays withdrawn"} when ${reader} and ${what}`, () =>
      withHome(async (paths) => {
        const folder = await testFolder(), address = join(folder, "served");
        const key = await makeKey(folder, "alice"), bundle = makeBundle("tools", "1.0.0");
        const setting = { address, keys: [key.key] };
        const write = (content: unknown) =>
          Deno.writeTextFile(paths.config, JSON.stringify(content), { mode: 0o600 });
        const isRefused = async () => {
          const request = { paths, config: defaultConfig(), extension: "tools", action: "run" };
          return "refused" in await loadAction(request);
        };
        await publishTo(address, key, bundle);
        await installBundle(paths, bundle, { source: address, hash: bundle.hash });
        await publishTo(address, key, [], { withdraw: { extension: "tools", reason: "bad" } });
        await write({ catalogs: [setting] });
        await read(paths);
        equal(await isRefused(), true);
        await write(file(setting));
        await read(paths);
        equal(await isRefused(), !runs);
      }));
  }
}

Deno.test("refresh() lists a withdrawn extension as one that runs when the last catalogue was taken out", () =>
  withHome(async (paths) => {
    const folder = await testFolder(), address = join(folder, "served");
    const key = await makeKey(folder, "alice"), bundle = makeBundle("tools", "1.0.0");
    const app = { version: "0.1.0", development: true, home: paths.home, platform: "linux" as const };
    const store = testStore(initialState(app, paths.config, defaultConfig()));
    const feature = createCatalogue({
      store,
      extensions: {
        beginFrom: () => Promise.reject(new Error("nothing is installed")),
        async refresh() {
          const extensions = await listExtensions(paths, app);
          store.update((state) => ({ ...state, extensions }));
        },
      },
      edit: () => Promise.reject(new Error("nothing is edited")),
      couldPress: () => false,
      onError: (error) => {
        throw error;
      },
      now: Date.now,
    }, cataloguesOf(paths));
    const configuration = createConfiguration(store);
    const isWithdrawn = async (catalogs: readonly Setting[]) => {
      await Deno.writeTextFile(paths.config, JSON.stringify({ catalogs }), { mode: 0o600 });
      configuration.apply(readConfigFile(paths.config));
      // A changed configuration is read in two steps; the second one follows the first refresh.
      for (let time = 0; time < 2; time++) deepEqual(await feature.refresh(), { ok: true });
      return store.get().extensions.map(({ withdrawn }) => withdrawn !== undefined);
    };
    await publishTo(address, key, bundle);
    await installBundle(paths, bundle, { source: address, hash: bundle.hash });
    await publishTo(address, key, [], { withdraw: { extension: "tools", reason: "bad" } });
    deepEqual(await isWithdrawn([{ address, keys: [key.key] }]), [true]);
    deepEqual(await isWithdrawn([]), [false]);
    feature.close();
  }));
