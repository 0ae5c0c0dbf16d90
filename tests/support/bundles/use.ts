import { reviewText } from "../../../src/cli/extensions/review_text.ts";
import { readBundle } from "../../../src/core/bundle/mod.ts";
import { installBundle, listExtensions, reviewBundle } from "../../../src/core/extensions/mod.ts";
import { kedgePaths } from "../../../src/core/paths.ts";
import { removeFolder } from "../remove_folder.ts";

/** Reads a bundle; if it is valid, also reviews, installs and lists it. */
export async function useBundle(bytes: Uint8Array): Promise<void> {
  const { bundle } = readBundle(bytes);
  if (!bundle) return;
  reviewText(reviewBundle(bundle, null), "x", false);
  const home = await Deno.makeTempDir({ prefix: "kedge-use-" });
  try {
    const paths = kedgePaths(home);
    await Deno.mkdir(paths.extensions);
    await installBundle(paths, bundle, { source: "x", hash: bundle.hash });
    JSON.stringify(await listExtensions(paths, { version: "1.0.0", development: true }));
  } finally {
    await removeFolder(home);
  }
}
