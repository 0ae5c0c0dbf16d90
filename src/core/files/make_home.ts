import { makeFolder } from "./atomic.ts";
import { FileFault } from "./fault.ts";
import { secureHome } from "./home.ts";

/** Makes a home where there is none, and closes it to others. Throws a {@link FileFault} when it may not be used. */
export async function makeHome(path: string): Promise<void> {
  await makeFolder(path);
  const check = await secureHome(path);
  if (!check.ok) throw new FileFault(check.message, check.hint);
}
