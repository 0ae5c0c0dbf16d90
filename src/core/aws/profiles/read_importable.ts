import { awsFiles } from "./files.ts";
import { type Importable, importable } from "./importable.ts";
import { readProfiles } from "./profiles.ts";

/** Returns what can be imported from the user's AWS files. Throws a CloudError for a file that may not be read. */
export async function readImportable(): Promise<Importable> {
  return importable(await readProfiles(awsFiles()));
}
