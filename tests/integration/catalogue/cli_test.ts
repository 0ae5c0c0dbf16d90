import { deepEqual, equal, match } from "node:assert/strict";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fingerprint } from "../../../src/core/catalogue/keys.ts";
import { makeKey } from "../../support/catalogue/publisher.ts";
import { cli } from "../../support/program/actions.ts";
import { withHome } from "../../support/program/home.ts";
import { stoppedAtQuestion } from "../../support/program/stopped_at_question.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import { testOn } from "../../support/systems.ts";

const EXAMPLES = fileURLToPath(new URL("../../../examples", import.meta.url));

Deno.test("the examples are published as a catalogue of their own, added by its keys, listed, updated and withdrawn", () =>
  withHome(async (paths) => {
    const folder = await Deno.makeTempDir({ prefix: "kedge-cli-" });
    try {
      const key = await makeKey(folder, "alice"),
        served = join(folder, "served"),
        own = join(folder, "examples");
      const to = ["--to", served, "--key", join(folder, "alice"), "--yes"];
      const kedge = (...args: string[]) => cli(paths, args);
      const listed = async () => JSON.parse((await kedge("--catalogs", "--json")).stdout);
      await cp(EXAMPLES, own, { recursive: true });
      const published = await kedge("--catalog-publish", own, ...to, "--name", "Examples", "--json");
      equal(published.code, 0, published.stderr);
      equal(JSON.parse(published.stdout).version, 1);

      const unasked = await kedge("--catalog-add", served, "--json");
      deepEqual([unasked.code, JSON.parse(unasked.stdout).ok], [3, false]);
      const wrong = await kedge("--catalog-add", served, "--trust", "SHA256:" + "A".repeat(43));
      deepEqual([wrong.code, await Deno.stat(paths.config).then(() => true, () => false)], [3, false]);
      equal((await kedge("--catalog-add", served, "--trust", fingerprint(key.key)!)).code, 0);
      match(await Deno.readTextFile(paths.config), /alice@example\.com/);
      const every = { id: "every-kind", name: "Every kind", available: "1.0.0" };
      deepEqual((await listed())[0], every);

      const toolbox = join(own, "toolbox"), manifest = join(toolbox, "manifest.json");
      const checked = JSON.parse((await kedge("--validate-bundle", toolbox, "--json")).stdout);
      equal((await kedge("--install", toolbox, "--trust", checked.hash)).code, 0);
      await Deno.writeTextFile(join(toolbox, "words", "more.go"), "package words\n");
      const declined = await cli(paths, ["--catalog-publish", toolbox, ...to.slice(0, -1)], { input: "n\n" });
      match(declined.stdout, /── words\/more\.go · 14 bytes · added\n +1 .*package words/);
      match(declined.stderr, /Nothing was published/);
      await Deno.writeTextFile(manifest, (await Deno.readTextFile(manifest)).replace("1.0.1", "1.0.0"));
      match(
        (await kedge("--catalog-publish", toolbox, ...to)).stderr,
        /manifest\.json has version 1\.0\.1 now/,
      );
      equal(JSON.parse(await Deno.readTextFile(manifest)).version, "1.0.1");
      const update = { id: "toolbox", name: "Toolbox", installed: "1.0.0", available: "1.0.1" };
      deepEqual((await listed()).at(-1), update);

      const renamed = await kedge("--catalog-publish", toolbox, ...to, "--name", "Tools");
      deepEqual([renamed.code, renamed.stderr], [
        2,
        "kedge: the catalogue is called “Examples”\n--name is for a new catalogue: leave it out.\n",
      ]);
      equal((await kedge("--catalog-publish", toolbox, ...to, "--name", "Examples")).code, 0);

      equal(
        (await kedge("--catalog-publish", "toolbox@1.0.0", ...to, "--withdraw", "Too few words")).code,
        0,
      );
      deepEqual((await listed()).at(-1), { ...update, withdrawn: "Too few words" });
      const run = await kedge("--run", "toolbox/passphrase", "--json");
      deepEqual([run.code, JSON.parse(run.stdout).status], [3, "refused"]);
      match(run.stdout, /Too few words/);
      await Deno.writeTextFile(manifest, (await Deno.readTextFile(manifest)).replace("1.0.1", "1.0.0"));
      await Deno.remove(join(toolbox, "words", "more.go"));
      const again = await kedge("--install", toolbox, "--trust", checked.hash, "--json");
      const { error, hint } = JSON.parse(again.stdout);
      deepEqual([again.code, error], [3, "“Examples” has withdrawn this version: Too few words."]);
      match(hint, /newer version/);
      const shown = await kedge("--install", toolbox);
      deepEqual([shown.code, shown.stdout, shown.stderr], [3, "", `kedge: ${error}\n${hint}\n`]);

      const unknown = await kedge("--catalog-remove", `${served}s`);
      deepEqual([unknown.code, unknown.stdout], [2, ""]);
      match(unknown.stderr, /names no catalogue at /);
      const removed = await kedge("--catalog-remove", served, "--json");
      deepEqual([removed.code, JSON.parse(removed.stdout)], [0, { ok: true, address: served }]);
      deepEqual(JSON.parse(await Deno.readTextFile(paths.config)).catalogs ?? [], []);
      equal((await kedge("--run", "toolbox/passphrase", "--json")).code, 3);
    } finally {
      await removeFolder(folder);
    }
  }));

Deno.test("--catalog-remove takes every entry of the address out", () =>
  withHome(async (paths) => {
    const address = "https://example.com/kedge", other = { address: "https://example.com/other", keys: [] };
    const catalogs = [{ address, keys: [] }, other, { address, keys: [], restDays: 3 }];
    await Deno.writeTextFile(paths.config, JSON.stringify({ catalogs }), { mode: 0o600 });
    equal((await cli(paths, ["--catalog-remove", address])).code, 0);
    deepEqual(JSON.parse(await Deno.readTextFile(paths.config)), { catalogs: [other] });
  }));

testOn(
  ["interrupt"],
  "Ctrl+C at a question about a catalogue ends with 130, and nothing is written",
  () =>
    withHome(async (paths) => {
      const folder = await Deno.makeTempDir({ prefix: "kedge-cli-" });
      try {
        await makeKey(folder, "alice");
        const served = join(folder, "served"), none = join(folder, "none"), own = join(folder, "work");
        const publish = ["--catalog-publish", join(EXAMPLES, "toolbox"), "--key", join(folder, "alice")];
        equal((await cli(paths, [...publish, "--to", served, "--yes"])).code, 0);
        await Deno.mkdir(own);
        for (const args of [["--catalog-add", served], [...publish, "--to", none]]) {
          const [code, , said] = await stoppedAtQuestion(paths, args, own);
          deepEqual([code, said], [130, "? [y/N] \nkedge: Stopped.\n"]);
        }
        for (const path of [paths.config, none]) {
          equal(await Deno.stat(path).then(() => true, () => false), false, path);
        }
      } finally {
        await removeFolder(folder);
      }
    }),
);

Deno.test("--catalog-publish says what is missing, and publishes nothing without an agreement", () =>
  withHome(async (paths) => {
    const folder = await Deno.makeTempDir({ prefix: "kedge-cli-" });
    try {
      const served = join(folder, "served"), toolbox = join(EXAMPLES, "toolbox");
      const broken = join(folder, "sub/broken");
      const key = await makeKey(folder, "alice");
      await Deno.mkdir(broken, { recursive: true });
      await Deno.writeTextFile(join(broken, "manifest.json"), "{}");
      const keys = join(folder, "keys");
      await Deno.writeTextFile(keys, `alice ${key.key}\n`);
      const signedBy = (file: string) => ["--to", served, "--yes", "--signers", file];
      for (
        const [args, code, says] of [
          [[toolbox], 2, /needs the catalogue/],
          [[toolbox, "--to", served], 3, /Nothing was published|nobody agreed/],
          [[toolbox, "--to", served, "--yes", "--days", "0"], 2, /1 to 3650/],
          [[toolbox, "--to", served, "--yes", "--threshold", "2"], 2, /for the keys of --signers/],
          [[toolbox, ...signedBy(keys), "--threshold", "abc"], 2, /--threshold is a number from 1/],
          [[toolbox, ...signedBy(keys), "--threshold", "0"], 2, /--threshold is a number from 1/],
          [[toolbox, ...signedBy(keys), "--threshold", "2"], 2, /more signatures than there are keys/],
          [[toolbox, ...signedBy(join(folder, "none"))], 2, /none cannot be read/],
          [[toolbox, ...signedBy(join(broken, "manifest.json"))], 2, /is no name and key/],
          [[join(folder, "none"), "--to", served, "--yes"], 2, /is no folder that can be read/],
          [
            ["toolbox", "--to", served, "--yes", "--withdraw", "bad", "--news", "x"],
            2,
            /--news is for versions/,
          ],
          [
            ["toolbox@1.0.0", "--to", served, "--yes", "--withdraw", "bad", "--key", join(folder, "alice")],
            1,
            /no catalogue to withdraw it from/,
          ],
          [[toolbox, "--to", served, "--yes", "--key", join(folder, "none")], 2, /no public key/],
          [[folder, "--to", served, "--yes"], 1, /no extension/],
          [[broken, "--to", served, "--yes"], 1, /^\{"ok":false,"error":"[^"]*broken has errors"/],
          [[toolbox, "--to", "https://example.com/kedge", "--yes"], 3, /git repositories and to folders/],
        ] as const
      ) {
        const done = await cli(paths, ["--catalog-publish", ...args, "--json"]);
        deepEqual([done.code, says.test(done.stdout)], [code, true], `${args}: ${done.stdout}${done.stderr}`);
      }
      equal(await Deno.stat(served).then(() => true, () => false), false);
    } finally {
      await removeFolder(folder);
    }
  }));

for (const address of ["nonsense", "http://example.com/kedge"]) {
  Deno.test(`--catalog-add ${address} ends with 2, as no catalogue can have that address`, () =>
    withHome(async (paths) => {
      const done = await cli(paths, ["--catalog-add", address, "--json"]);
      deepEqual([done.code, JSON.parse(done.stdout).ok, done.stderr], [2, false, ""]);
    }));
}
