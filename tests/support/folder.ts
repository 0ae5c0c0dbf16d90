const made: string[] = [];
import { removeFolder } from "./remove_folder.ts";

/** A new folder, by its real path, that goes when the tests of the file are over. */
export async function testFolder(): Promise<string> {
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "kedge-folder-" }));
  made.push(folder);
  return folder;
}

Deno.test.afterAll(async () => {
  for (const folder of made) await removeFolder(folder);
});
