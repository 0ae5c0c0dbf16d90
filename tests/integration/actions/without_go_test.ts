import assert from "node:assert/strict";
import { dirname } from "node:path";
import { findGo } from "../../../src/core/actions/mod.ts";
import { installActions, makeHome, type RunDocument, runJson } from "../../support/program/actions.ts";
import { program } from "../../support/program/program.ts";

const SAYS = `package action

import "kedge"

func Run(k *kedge.Ctx) error {
	k.Log("here")
	return nil
}
`;

/**
 * A script that hides every Go of this machine behind an empty folder, for one program and its
 * children.
 */
const WITHOUT = 'for folder in $1; do mount -t tmpfs none "$folder"; done; shift; exec "$@"';

/** Returns the folders of all releases of Go that Kedge finds here. */
async function goFolders(): Promise<string> {
  const go = await findGo();
  assert.ok("path" in go, "there is no Go");
  const folders = new Set([dirname(dirname(await Deno.realPath(go.path)))]);
  for (const known of ["/usr/local/go", "/usr/lib/go"]) {
    if (await Deno.stat(known).catch(() => null)) folders.add(await Deno.realPath(known));
  }
  for await (const { name, isDirectory } of Deno.readDir("/usr/lib")) {
    if (isDirectory && name.startsWith("go-1.")) folders.add(`/usr/lib/${name}`);
  }
  return [...folders].join(" ");
}

Deno.test("startRun() runs what was compiled before where Go is gone, and asks for Go and no account where it was not", async () => {
  const paths = await makeHome();
  try {
    await installActions(paths, "gone", [
      { id: "before", source: SAYS },
      { id: "after", source: SAYS.replace("here", "never"), manifest: { contextMode: "inherit" } },
    ]);
    assert.equal((await runJson(paths, "gone/before")).document.status, "ok");
    const folders = await goFolders();
    const without = async (action: string) => {
      const command = program("--run", `gone/${action}`, "--json");
      const { stdout } = await new Deno.Command("unshare", {
        args: ["--mount", "sh", "-c", WITHOUT, "sh", folders, ...command],
        env: { KEDGE_HOME: paths.home },
        stderr: "inherit",
      }).output();
      return JSON.parse(new TextDecoder().decode(stdout)) as RunDocument;
    };
    const before = await without("before");
    assert.equal(before.status, "ok", before.error);
    assert.deepEqual(before.log.map(({ text }) => text), ["here"]);
    const after = await without("after");
    assert.equal(after.status, "refused");
    assert.match(after.error!, /^Go is not installed/);
    assert.deepEqual(after.shown, []);
  } finally {
    await paths.remove();
  }
});
