/** Installs, updates and uninstalls in an endless loop; a test kills this process. */
import { installBundle, uninstallExtension } from "../../../src/core/extensions/mod.ts";
import { kedgePaths } from "../../../src/core/paths.ts";
import { bundle } from "./bundles.ts";

/** The two versions that are installed in turn. */
export const VERSIONS = ["one", "two"].map((text) =>
  bundle(
    { version: text },
    Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`lib/${i}.txt`, text.repeat(i)])),
  )
);

if (import.meta.main) {
  const paths = kedgePaths(Deno.args[0]!);
  for (let round = 0;; round++) {
    const version = VERSIONS[round % 2]!;
    await installBundle(paths, version, { source: "/x", hash: version.hash });
    if (round === 0) console.log("ready");
    if (Deno.args[1] === "uninstall" && round % 3 === 2) await uninstallExtension(paths, "ext");
  }
}
