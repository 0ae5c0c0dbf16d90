import { dirname, join } from "node:path";
import { watchAwsFiles } from "../../../src/core/aws/session/watch.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import { removeFolder } from "../../support/remove_folder.ts";

const FOLDERS: readonly (readonly [of: string, depth: number])[] = [
  ["tokens", 1],
  ["single sign-on", 2],
  ["AWS's tools", 3],
];

for (const [of, depth] of FOLDERS) {
  Deno.test(`watchAwsFiles() reports tokens after the folder of ${of} was deleted and created again between two checks`, async () => {
    const home = await Deno.realPath(await Deno.makeTempDir({ prefix: "kedge-aws-" }));
    const tokens = join(home, ".aws/sso/cache");
    await Deno.mkdir(tokens, { recursive: true });
    let told = 0;
    const end = watchAwsFiles(
      {
        tokens,
        config: join(home, ".aws/config"),
        credentials: join(home, ".aws/credentials"),
        cliCache: join(home, ".aws/cli/cache"),
      },
      () => told++,
    );
    try {
      let gone = join(tokens, "x");
      for (let step = 0; step < depth; step++) gone = dirname(gone);
      await waitFor("the first look", () => told > 0);
      for (let round = 0; round < 3; round++) {
        // Both calls follow directly, so on many file systems the new folder gets the inode number
        // of the old one.
        Deno.removeSync(gone, { recursive: true });
        Deno.mkdirSync(tokens, { recursive: true });
        await quiet(() => told);
        const before = told;
        await Deno.writeTextFile(join(tokens, "token.json"), String(round));
        await waitFor(`a token in round ${round}`, () => told > before);
      }
    } finally {
      end();
      await removeFolder(home);
    }
  });
}

/** Waits until a count has stayed the same for longer than changes are collected. */
async function quiet(count: () => number): Promise<void> {
  let last = -1, since = performance.now();
  await waitFor("no more changes", () => {
    if (count() !== last) [last, since] = [count(), performance.now()];
    return performance.now() - since > 400;
  });
}
