import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readStored } from "../../../src/core/catalogue/store.ts";
import { readWithdrawn } from "../../../src/core/catalogue/withdrawn.ts";
import { recoverExtensions, verifyExtension } from "../../../src/core/extensions/mod.ts";
import { extensionPaths, readRecord } from "../../../src/core/extensions/record.ts";
import { type KedgePaths, kedgePaths } from "../../../src/core/paths.ts";
import { makeBundle, makeKey, publishTo } from "../../support/catalogue/publisher.ts";
import { testFolder } from "../../support/folder.ts";

const CHILD = fileURLToPath(new URL("../../support/catalogue/killed_at.ts", import.meta.url));
const ADDRESS = "https://catalog.example/kedge";

/** Exit status of a killed program; Windows has no signals. */
const KILLED = Deno.build.os === "windows" ? [1, null] : [137, "SIGKILL"];

/** A home and a catalogue that is published for it. */
interface Stage {
  readonly paths: KedgePaths;
  /** Publishes a version, and withdraws the version `withdrawn` if given. */
  publish(version: string, withdrawn?: string): Promise<void>;
  /**
   * Accepts the catalogue, or installs its newest version; with `step` the process is killed at
   * that step.
   */
  take(work: "refresh" | "install", step?: string): Promise<void>;
  /**
   * Returns the version of the catalogue that was accepted last, and the number of its withdrawals.
   */
  kept(): Promise<readonly [version: number | undefined, withdrawn: number]>;
}

async function stage(): Promise<Stage> {
  const folder = await testFolder(), served = join(folder, "served");
  const key = await makeKey(folder, "alice"), paths = kedgePaths(join(folder, "home"));
  return {
    paths,
    async publish(version, withdrawn) {
      await publishTo(served, key, makeBundle("tools", version, `return k.Alert("${version}")`), {
        ...(withdrawn !== undefined && {
          withdraw: { extension: "tools", version: withdrawn, reason: "bad" },
        }),
      });
    },
    async take(work, step) {
      const { code, signal, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--no-check", CHILD, paths.home, served, key.key, work, ...step ? [step] : []],
        // Temporary files of a killed process are removed with the test's folder.
        env: { TMPDIR: folder },
      }).output();
      const said = new TextDecoder().decode(stderr);
      deepEqual([code, signal], step ? KILLED : [0, null], `${step}: ${said}`);
    },
    async kept() {
      const kept = await readStored(paths, { address: ADDRESS, keys: [key.key] });
      return [kept?.catalogue.version, Object.keys(await readWithdrawn(paths)).length];
    },
  };
}

/**
 * Steps of accepting a catalogue, and the version and withdrawals that count after a kill at each.
 */
const TAKING: readonly (readonly [step: string, version: number, withdrawn: number])[] = [
  ["ask for catalog.json", 1, 0],
  ["bring half of catalog.json", 1, 0],
  ["bring half of catalog.json.sig", 1, 0],
  ["verify the signature", 1, 0],
  ["write accepted.json beside", 1, 0],
  ["swap accepted.json", 2, 0],
  ["write withdrawn.json beside", 2, 0],
  ["swap withdrawn.json", 2, 1],
];
for (const [step, version, withdrawn] of TAKING) {
  Deno.test(`SIGKILL at “${step}” of taking a catalogue leaves version ${version} with ${withdrawn} withdrawn`, async () => {
    const { paths, publish, take, kept } = await stage();
    await publish("1.0.0");
    await take("refresh");
    await publish("1.1.0", "1.0.0");
    await take("refresh", step);
    deepEqual(await kept(), [version, withdrawn]);
    await take("refresh");
    deepEqual(await kept(), [2, 1]);
    deepEqual(await leftovers(paths.catalogs), []);
  });
}

/** Steps of an installation, and whether the new version counts after a kill at each. */
const INSTALLING: readonly (readonly [step: string, isNew: boolean])[] = [
  ["ask for the bundle", false],
  ["bring half of the bundle", false],
  ["verify the bundle", false],
  ["write file 1 beside", false],
  ["write file 2 beside", false],
  ["write the reviewed archive beside", false],
  ["swap the reviewed archive", false],
  ["write installed.json beside", false],
  // The record: from here on the new files are valid.
  ["swap installed.json", true],
];
for (const [what, before] of [["an install", null], ["an update", "1.0.0"]] as const) {
  for (const [step, isNew] of INSTALLING) {
    Deno.test(`SIGKILL at “${step}” of ${what} from a catalogue leaves ${isNew ? "the new version" : before ?? "nothing"}`, async () => {
      const { paths, publish, take, kept } = await stage();
      if (before !== null) {
        await publish(before);
        await take("refresh");
        await take("install");
      }
      await publish("1.1.0");
      await take("refresh");
      const list = await kept();
      await take("install", step);
      await isWhole(paths, isNew ? "1.1.0" : before);
      deepEqual(await kept(), list);
      await take("install");
      await isWhole(paths, "1.1.0");
    });
  }
}

/**
 * Which old files are removed when Kedge is killed, and whether the new ones are in their place.
 */
const SWAPPING: readonly (readonly [what: string, end: (bundle: string, staged: string) => void])[] = [
  ["some files before are removed", (bundle) => Deno.removeSync(join(bundle, "run.go"))],
  ["all files before are removed", (bundle) => Deno.removeSync(bundle, { recursive: true })],
  ["the new files are in their place", (bundle, staged) => {
    Deno.removeSync(bundle, { recursive: true });
    Deno.renameSync(staged, bundle);
  }],
];
for (const [what, end] of SWAPPING) {
  Deno.test(`SIGKILL at “swap the files” of an update, when ${what}, leaves the new version`, async () => {
    const { paths, publish, take } = await stage();
    await publish("1.0.0");
    await take("refresh");
    await take("install");
    await publish("1.1.0");
    await take("refresh");
    await take("install", "swap installed.json");
    const places = extensionPaths(paths, "tools"), record = await readRecord(places.record);
    if (record === null || record === "broken") throw new Error("there is no record");
    end(places.bundle, places.staged(record.stage));
    await isWhole(paths, "1.1.0");
  });
}

/**
 * Checks that a run finds exactly that version (or none), and that the next start of Kedge leaves
 * only that one.
 */
async function isWhole(paths: KedgePaths, version: string | null): Promise<void> {
  const found = async () => {
    const verified = await verifyExtension(paths, "tools");
    return verified.trust === "trusted" ? verified.record.version : verified.trust;
  };
  equal(await found(), version ?? "absent");
  await recoverExtensions(paths);
  equal(await found(), version ?? "absent");
  const left = await Array.fromAsync(Deno.readDir(join(paths.extensions, "tools")))
    .catch(() => []);
  const names = left.map(({ name }) => name.replace(/-.*/, "")).sort();
  deepEqual(names, version === null ? [] : ["bundle", "installed.json", "reviewed"]);
}

/** Returns the temporary files of killed processes in a folder and below. */
async function leftovers(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) found.push(...await leftovers(join(folder, name)));
    else if (name.endsWith(".tmp")) found.push(name);
  }
  return found;
}
