const made: string[] = [];

/** A new folder, by its real path, that goes when the tests of the file are over. */
export async function testFolder(): Promise<string> {
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "kedge-folder-" }));
  made.push(folder);
  return folder;
}

Deno.test.afterAll(async () => {
  for (const folder of made) await Deno.remove(folder, { recursive: true });
});
