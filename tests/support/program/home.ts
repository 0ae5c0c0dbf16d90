import { type KedgePaths, kedgePaths } from "../../../src/core/paths.ts";
import { removeFolder } from "../remove_folder.ts";

/** Runs `work` with the paths of a new Kedge home, and removes the home afterwards. */
export async function withHome(work: (paths: KedgePaths) => Promise<void>): Promise<void> {
  const home = await Deno.makeTempDir({ prefix: "kedge-home-" });
  try {
    await work(kedgePaths(home));
  } finally {
    await removeFolder(home);
  }
}
