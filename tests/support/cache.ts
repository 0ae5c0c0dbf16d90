import { homedir } from "node:os";
import { join } from "node:path";

/** A path below the folder in which tests keep what they download and build: `KEDGE_TEST_CACHE`, else the user's cache. */
export function testCache(...path: readonly string[]): string {
  const cache = Deno.env.get("XDG_CACHE_HOME") || join(homedir(), ".cache");
  return join(Deno.env.get("KEDGE_TEST_CACHE") || join(cache, "kedge-tests"), ...path);
}
