import { awsFiles } from "./files.ts";
import { type Importable, importable } from "./importable.ts";
import { readProfiles } from "./profiles.ts";

/** What the user's AWS files know. Throws a CloudError for one that may not be read. */
export async function readImportable(): Promise<Importable> {
  return importable(await readProfiles(awsFiles()));
}
