import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import { createCatalogue } from "../../../src/core/app/features/catalogue/catalogue.ts";
import { createConfiguration } from "../../../src/core/app/features/settings/configuration.ts";
import { initialState } from "../../../src/core/app/initial_state.ts";
import { fingerprint } from "../../../src/core/catalogue/keys.ts";
import { defaultConfig } from "../../../src/core/config/mod.ts";
import { editConfigFile, readConfigFile } from "../../../src/core/config_file/mod.ts";
import type { KedgePaths } from "../../../src/core/paths.ts";
import { refusal } from "../../../src/core/result.ts";
import { cataloguesOf, makeBundle, makeKey, publishTo } from "../../support/catalogue/publisher.ts";
import { testFolder } from "../../support/folder.ts";
import { testStore } from "../../support/pages/store.ts";
import { cli } from "../../support/program/actions.ts";
import { withHome } from "../../support/program/home.ts";
import { removeFolder } from "../../support/remove_folder.ts";

/** Where the user adds catalogues, with their keys, and removes them; an error is "" where there is none. */
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
    // A changed configuration is read in two steps, and the second one comes behind the first refresh.
    const refresh = async () => {
      for (let time = 0; time < 2; time++) await feature.refresh();
    };
    return {
      async add(address, print) {
        await feature.add(address);
        await refresh();
        deepEqual(await feature.trust(address, [print]), { ok: true });
        await refresh();
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

for (const [where, begin] of USERS) {
  Deno.test(`begin() takes a catalogue that was begun again, but no older one, when ${where} adds it again`, () =>
    withHome(async (paths) => {
      const folder = await testFolder(), address = join(folder, "served"), old = join(folder, "old");
      const key = await makeKey(folder, "alice"), print = fingerprint(key.key)!;
      const user = begin(paths);
      const addAgain = async () => {
        equal(await user.remove(address), "");
        return await user.add(address, print);
      };
      try {
        await publishTo(address, key, makeBundle("tools", "1.0.0"));
        await Deno.mkdir(old);
        for (const name of ["catalog.json", "catalog.json.sig"]) {
          await Deno.copyFile(join(address, name), join(old, name));
        }
        await publishTo(address, key, [], { withdraw: { extension: "tools", reason: "bad" } });
        equal(await user.add(address, print), "");
        await Deno.rename(address, `${address}-newest`);
        await Deno.rename(old, address);
        equal(/an older catalogue is served/i.test(await addAgain()), true);
        await removeFolder(address);
        await publishTo(address, key, makeBundle("other", "1.0.0"));
        equal(await addAgain(), "");
      } finally {
        user.close();
      }
    }));
}
