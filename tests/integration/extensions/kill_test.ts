import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  installBundle,
  recoverExtensions,
  verifyExtension,
  writeOverrides,
} from "../../../src/core/extensions/mod.ts";
import { withHome } from "../../support/program/home.ts";
import { VERSIONS } from "../../support/bundles/install_loop.ts";
import { Random } from "../../support/random.ts";

const LOOP = fileURLToPath(new URL("../../support/bundles/install_loop.ts", import.meta.url));
const ROUNDS = 25;

for (const mode of ["update", "uninstall"]) {
  Deno.test(`a version is whole after SIGKILL at any moment of ${mode}`, async () => {
    await withHome(async (paths) => {
      const random = new Random(mode.length);
      const overrides = { actions: { run: { account: "123456789012" } } };
      await writeOverrides(paths, "ext", overrides);
      const seen = new Set<string>();
      const both = () => seen.has("one") && seen.has("two");
      // On a slow machine both versions may need more time to appear.
      for (let round = 0; round < ROUNDS || (!both() && round < 10 * ROUNDS); round++) {
        await killAfter(paths.home, mode, random.int(60 + 20 * Math.max(0, round - ROUNDS)));
        const verified = await verifyExtension(paths, "ext");
        const found = verified.trust === "trusted" ? verified.record.version! : verified.trust;
        seen.add(found);
        const allowed = ["one", "two", ...(mode === "uninstall" ? ["absent"] : [])];
        assert.ok(allowed.includes(found), `round ${round}: ${found} ${JSON.stringify(verified)}`);

        await recoverExtensions(paths);
        const left = [...Deno.readDirSync(join(paths.extensions, "ext"))].map(({ name }) =>
          name.replace(/-.*/, "")
        );
        const whole = ["bundle", "installed.json", "overrides.json", "reviewed"];
        assert.deepEqual(left.sort(), found === "absent" ? ["overrides.json"] : whole, `round ${round}`);
      }
      assert.ok(both(), `only ${[...seen]} was ever seen`);
      await installBundle(paths, VERSIONS[0]!, { source: "/x", hash: VERSIONS[0]!.hash });
      assert.equal((await verifyExtension(paths, "ext")).trust, "trusted");
    });
  });
}

/** Starts the loop, and kills it `ms` milliseconds after its first installation. */
async function killAfter(home: string, mode: string, ms: number): Promise<void> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", LOOP, home, mode],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reader = child.stdout.getReader();
  await reader.read();
  const end = performance.now() + ms;
  while (performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 1));
  child.kill("SIGKILL");
  await child.status;
  await reader.cancel();
}
