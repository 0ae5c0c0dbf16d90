import assert from "node:assert/strict";
import { join } from "node:path";
import {
  installBundle,
  recoverExtensions,
  uninstallExtension,
  UnsettledError,
  verifyExtension,
} from "../../../src/core/extensions/mod.ts";
import { VERSIONS } from "../../support/bundles/install_loop.ts";
import { withHome } from "../../support/program/home.ts";
import { testOn } from "../../support/systems.ts";

const [one, two] = VERSIONS as [typeof VERSIONS[number], typeof VERSIONS[number]];
const installed = (bundle: typeof one) => ({ source: "/x", hash: bundle.hash });

async function exec(...command: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(command[0]!, { args: command.slice(1) }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
}

testOn(
  ["tmpfs"],
  "an extension whose files cannot be removed yet, as on Windows while a program has one open, ends nothing and is whole later",
  () =>
    withHome(async (paths) => {
      const bundle = join(paths.extensions, "ext", "bundle");
      const held = async (work: () => Promise<void>) => {
        await exec("mount", "-t", "tmpfs", "kedge-test", bundle);
        try {
          await work();
        } finally {
          await exec("umount", bundle);
        }
      };
      const trust = async () => {
        const verified = await verifyExtension(paths, "ext");
        return verified.trust === "trusted" ? verified.record.version : verified;
      };
      const open = {
        trust: "broken",
        reason: "another program has a file of the version before open",
        hint: "Close it.",
      };
      await installBundle(paths, one, installed(one));
      await held(async () => {
        await assert.rejects(installBundle(paths, two, installed(two)), UnsettledError);
        await recoverExtensions(paths);
        assert.deepEqual(await trust(), open);
      });
      assert.equal(await trust(), "two");
      await held(async () => {
        assert.equal(await uninstallExtension(paths, "ext"), true);
        assert.deepEqual(await trust(), { trust: "absent" });
      });
      await recoverExtensions(paths);
      await assert.rejects(Deno.stat(bundle), Deno.errors.NotFound);
    }),
);
