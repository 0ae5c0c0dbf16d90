import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { createCatalogue } from "../../../src/core/app/features/catalogue/catalogue.ts";
import { createConfiguration } from "../../../src/core/app/features/settings/configuration.ts";
import { initialState } from "../../../src/core/app/initial_state.ts";
import { isCatalogueError } from "../../../src/core/catalogue/error.ts";
import { defaultConfig } from "../../../src/core/config/mod.ts";
import { readConfigFile } from "../../../src/core/config_file/mod.ts";
import { refusal } from "../../../src/core/result.ts";
import { cataloguesOf, makeBundle, makeKey, publishTo, setOf } from "../../support/catalogue/publisher.ts";
import { testFolder } from "../../support/folder.ts";
import { testStore } from "../../support/pages/store.ts";
import { cli } from "../../support/program/actions.ts";
import { withHome } from "../../support/program/home.ts";

const signal = new AbortController().signal;

/** Creates a catalogue signed by Alice; returns her key and Bob's. */
async function makeCatalogue() {
  const folder = await testFolder(), address = join(folder, "served");
  const alice = await makeKey(folder, "alice"), bob = await makeKey(folder, "bob");
  await publishTo(address, alice, makeBundle("tools", "1.0.0"));
  return { address, alice, bob };
}

Deno.test("bundle() gives nothing of a catalogue that was taken before the trusted keys changed", () =>
  withHome(async (paths) => {
    const { address, alice, bob } = await makeCatalogue(), catalogues = cataloguesOf(paths);
    const by = (...keys: string[]) => ({ address, keys, restDays: 0 });
    const { catalogue } = await catalogues.refresh(by(alice.key), signal);
    const [version] = catalogue.extensions[0]!.versions;
    const outcome = (...keys: string[]) =>
      catalogues.bundle(by(...keys), version!, signal).then(() => "given", (error) => {
        if (!isCatalogueError(error)) throw error;
        return error.code;
      });
    equal(await outcome(alice.key), "given");
    equal(await outcome(bob.key), "changed-keys");
    equal(await outcome(), "changed-keys");
    await publishTo(address, alice, [], { signers: setOf([alice, bob]) });
    equal(await outcome(alice.key, bob.key), "changed-keys");
    await catalogues.refresh(by(alice.key, bob.key), signal);
    equal(await outcome(alice.key, bob.key), "given");
  }));

Deno.test("offers() and --catalogs name nothing of a catalogue that was taken before the trusted keys changed", () =>
  withHome(async (paths) => {
    const { address, alice, bob } = await makeCatalogue();
    const app = { version: "0.1.0", development: true, home: paths.home, platform: "linux" as const };
    const store = testStore(initialState(app, paths.config, defaultConfig()));
    const configuration = createConfiguration(store);
    const trust = async (key: string) => {
      const catalogs = [{ address, keys: [key] }];
      await Deno.writeTextFile(paths.config, JSON.stringify({ catalogs }), { mode: 0o600 });
      configuration.apply(readConfigFile(paths.config));
    };
    const fail = (error: unknown) => {
      throw error;
    };
    const feature = createCatalogue({
      store,
      extensions: {
        beginFrom: async (_, load) => refusal((await load(signal)).diagnostics[0]?.message ?? "given"),
        refresh: () => Promise.resolve(),
      },
      edit: () => fail("nothing is edited"),
      couldPress: () => false,
      onError: fail,
      now: Date.now,
    }, cataloguesOf(paths));
    const offered = () => feature.offers().map(({ offer }) => offer.entry.id);
    // A changed configuration is read in two steps; the second one follows the first refresh.
    const refresh = async () => {
      for (let time = 0; time < 2; time++) await feature.refresh();
    };
    const install = async () => {
      const result = await feature.install(address, "tools");
      return result.ok ? "" : result.error;
    };
    await trust(alice.key);
    await refresh();
    deepEqual([offered(), await install()], [["tools"], "given"]);
    await trust(bob.key);
    // The offers are still shown until the catalogue is read again.
    match(await install(), /was taken before you changed the keys/);
    await refresh();
    deepEqual(offered(), []);
    feature.close();
    const { code, stdout, stderr } = await cli(paths, ["--catalogs", "--json"]);
    deepEqual([code, JSON.parse(stdout)], [1, []]);
    match(stderr, /\nIts answer from \S+Z only tells what is withdrawn, /);
  }));
