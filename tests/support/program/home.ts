import { type KedgePaths, kedgePaths } from "../../../src/core/paths.ts";
import { removeFolder } from "../remove_folder.ts";

/** Runs `work` with the paths of a Kedge home of its own, which is gone afterwards. */
export async function withHome(work: (paths: KedgePaths) => Promise<void>): Promise<void> {
  const home = await Deno.makeTempDir({ prefix: "kedge-home-" });
  try {
    await work(kedgePaths(home));
  } finally {
    await removeFolder(home);
  }
}
