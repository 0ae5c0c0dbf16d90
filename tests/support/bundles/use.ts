import { reviewText } from "../../../src/cli/extensions/review_text.ts";
import { readBundle } from "../../../src/core/bundle/mod.ts";
import { installBundle, listExtensions, reviewBundle } from "../../../src/core/extensions/mod.ts";
import { kedgePaths } from "../../../src/core/paths.ts";
import { processorTime } from "../program/work.ts";

/** What reading, reviewing, installing and listing a bundle took, each in ms of processor time. */
export type Took = Readonly<Record<"read" | "review" | "install" | "list", number>>;

/** Reads a bundle, and does with one that is legal what its user would do. */
export async function useBundle(bytes: Uint8Array): Promise<Took> {
  let at = processorTime();
  const lap = () => {
    const before = at;
    at = processorTime();
    return at - before;
  };
  const { bundle } = readBundle(bytes);
  const read = lap();
  if (!bundle) return { read, review: 0, install: 0, list: 0 };
  reviewText(reviewBundle(bundle, null), "x", false);
  const review = lap();
  const home = await Deno.makeTempDir({ prefix: "kedge-use-" });
  try {
    const paths = kedgePaths(home);
    await Deno.mkdir(paths.extensions);
    lap();
    await installBundle(paths, bundle, { source: "x", hash: bundle.hash });
    const install = lap();
    JSON.stringify(await listExtensions(paths, { version: "1.0.0", development: true }));
    return { read, review, install, list: lap() };
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}
