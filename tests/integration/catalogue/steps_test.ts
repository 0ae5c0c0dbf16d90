import { equal, rejects } from "node:assert/strict";
import { join } from "node:path";
import { kedgePaths } from "../../../src/core/paths.ts";
import {
  cataloguesOf,
  killedAfter,
  makeBundle,
  makeKey,
  publishTo,
} from "../../support/catalogue/publisher.ts";
import { testFolder } from "../../support/folder.ts";

const signal = new AbortController().signal;

/**
 * After which file of its folder a publication is killed, and the version that readers get then.
 */
const STEPS: readonly (readonly [after: number, written: string, version: number])[] = [
  [0, "nothing", 1],
  [1, "its bundle", 1],
  [2, "the keys in the form of other programs", 1],
  [3, "the signatures of both lists", 1],
  [4, "the list", 2],
];

for (const [after, written, version] of STEPS) {
  Deno.test(`a publication that is killed after writing ${written} leaves readers version ${version}, and can be repeated`, async () => {
    const folder = await testFolder(), served = join(folder, "served");
    const key = await makeKey(folder, "alice");
    const setting = { address: served, keys: [key.key], restDays: 0 };
    const catalogues = cataloguesOf(kedgePaths(join(folder, "home")));
    const next = makeBundle("tools", "1.1.0", 'return k.Alert("next")');
    const publishing = () => publishTo(served, key, next);
    await publishTo(served, key, makeBundle("tools", "1.0.0"));
    equal((await catalogues.refresh(setting, signal)).catalogue.version, 1);
    await killedAfter(after, () => rejects(publishing(), /killed/));
    equal((await catalogues.refresh(setting, signal)).catalogue.version, version);
    // Publishing again finishes it.
    await publishing();
    const { catalogue } = await catalogues.refresh(setting, signal);
    equal(catalogue.extensions[0]!.versions[0]!.hash, next.hash);
  });
}
