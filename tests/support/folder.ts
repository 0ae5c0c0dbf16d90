const made: string[] = [];
import { removeFolder } from "./remove_folder.ts";

/** Creates a folder and returns its real path. The folder is removed after the tests of the file. */
export async function testFolder(): Promise<string> {
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "kedge-folder-" }));
  made.push(folder);
  return folder;
}

Deno.test.afterAll(async () => {
  for (const folder of made) await removeFolder(folder);
});
