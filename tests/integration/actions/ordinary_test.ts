import assert from "node:assert/strict";
import { compileAction, findGo } from "../../../src/core/actions/mod.ts";
import { isEnough, languageVersion } from "../../../src/core/actions/build/go.ts";
import { LINKED } from "../../../src/core/extensions/review/library/linked/mod.ts";
import { hostSystem } from "../../../src/core/platform/mod.ts";
import { goProgram } from "../../support/go/oracle.ts";
import { fetchRelease, RELEASES } from "../../support/library/release.ts";
import { ordinaryActions } from "../../support/bundles/ordinary_actions.ts";
import { makeHome } from "../../support/program/actions.ts";

/**
 * `KEDGE_TEST_RELEASES=all` tests all older releases of Go for which the table of linked functions
 * was made.
 */
const OLD = Deno.env.get("KEDGE_TEST_RELEASES") === "all" ? RELEASES : RELEASES.slice(0, 1);

/** The Go of this machine, and the oldest releases that compile the SDK. */
const GOS: readonly (string | null)[] = [null, ...OLD];

for (const release of GOS) {
  Deno.test(`compileAction() refuses no ordinary action with ${release ? `Go ${release}` : "the Go of this machine"}`, async (t) => {
    const root = release && await fetchRelease(await goProgram(), release), before = Deno.env.get("GOROOT");
    if (root) Deno.env.set("GOROOT", root);
    const paths = await makeHome();
    try {
      const go = await findGo();
      assert.ok("path" in go && isEnough(go.version));
      if (release) assert.equal(go.version, `go${release}`);
      // Otherwise nothing would be compared.
      assert.ok(LINKED[hostSystem().name].releases.includes(languageVersion(go.version)));
      const minor = (version: string) => Number(version.split(".")[1]);
      for (const { name, entry, files, since = "1.19" } of await ordinaryActions()) {
        if (minor(languageVersion(go.version)) < minor(since)) continue;
        await t.step(name, async () => {
          const result = await compileAction(paths, { entry, files });
          assert.ok(result.ok, JSON.stringify(result));
        });
      }
    } finally {
      if (before === undefined) Deno.env.delete("GOROOT");
      else Deno.env.set("GOROOT", before);
      await paths.remove();
    }
  });
}
