import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { preparePublishing, publishFolder } from "../../../src/core/catalogue/publish/folder.ts";
import { signingKeys } from "../../../src/core/catalogue/publish/sign.ts";
import { kedgePaths } from "../../../src/core/paths.ts";
import { appVersion } from "../../../src/core/version.ts";
import { makeRepository, withAuthor } from "../../support/catalogue/author.ts";
import { cataloguesOf } from "../../support/catalogue/publisher.ts";
import { exec } from "../../support/servers/server.ts";

const { signal } = new AbortController();

/** Settings that make git convert line ends in a working tree. */
const CONVERTING: readonly (readonly [
  what: string,
  begin: (place: { home: string; path: string }) => Promise<void>,
])[] = [
  ["core.autocrlf of git for Windows", async ({ home }) => {
    await Deno.writeTextFile(join(home, ".gitconfig"), "[core]\n\tautocrlf = true\n", { append: true });
  }],
  ["core.safecrlf beside it", async ({ home }) => {
    const text = "[core]\n\tautocrlf = true\n\tsafecrlf = true\n";
    await Deno.writeTextFile(join(home, ".gitconfig"), text, { append: true });
  }],
  ["a .gitattributes in the repository", async ({ home, path }) => {
    const clone = join(home, "clone");
    await exec(["git", "clone", "-q", path, clone]);
    await Deno.writeTextFile(join(clone, ".gitattributes"), "* text eol=crlf\n");
    const git = ["git", "-C", clone, "-c", "user.name=A", "-c", "user.email=a@example.com"];
    await exec([...git, "add", "."]);
    await exec([...git, "commit", "-q", "-m", "Attributes"]);
    await exec([...git, "push", "-q", "origin", "HEAD:main"]);
  }],
];
for (const [what, begin] of CONVERTING) {
  Deno.test(`a repository is published to again, and read, with ${what}`, () =>
    withAuthor(async (author) => {
      const { home, folder } = author;
      const { path, address } = await makeRepository(author);
      const publish = async () => {
        const { proposed: version, hash, digest } = await preparePublishing(folder, address, signal);
        const shown = digest === null ? {} : { digest };
        return await publishFolder(folder, { to: address, version, news: "", hash, ...shown }, signal);
      };
      await begin({ home, path });
      match(await publish(), /^Published version 1/);
      await Deno.writeTextFile(join(folder, "words", "more.go"), "package words\n");
      const { files, lost } = await preparePublishing(folder, address, signal);
      deepEqual([files.map(({ path }) => path), lost], [["words/more.go"], false]);
      match(await publish(), /^Published version 2/);
      const catalogues = cataloguesOf(kedgePaths(join(home, "kedge")), { kedge: appVersion().version });
      const [key] = await signingKeys(join(home, ".ssh/id_ed25519"));
      const setting = { address, keys: [key!.key], restDays: 0 };
      const { catalogue } = await catalogues.refresh(setting, signal);
      const [newest] = catalogue.extensions[0]!.versions;
      equal((await catalogues.bundle(setting, newest!, signal)).hash, newest!.hash);
    }));
}
