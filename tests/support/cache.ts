import { homedir } from "node:os";
import { join } from "node:path";

/**
 * Returns a path below the folder for downloads and builds of tests: `KEDGE_TEST_CACHE`, otherwise the user's
 * cache.
 */
export function testCache(...path: readonly string[]): string {
  const cache = Deno.env.get("XDG_CACHE_HOME") || join(homedir(), ".cache");
  return join(Deno.env.get("KEDGE_TEST_CACHE") || join(cache, "kedge-tests"), ...path);
}
