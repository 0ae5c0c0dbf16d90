import { makeFolder } from "./atomic.ts";
import { FileError } from "./errors.ts";
import { secureHome } from "./home.ts";

/**
 * Creates a missing home and removes the access of others. Throws a {@link FileError} when the home may not
 * be used.
 */
export async function makeHome(path: string): Promise<void> {
  await makeFolder(path);
  const check = await secureHome(path);
  if (!check.ok) throw new FileError(check.message, check.hint);
}
