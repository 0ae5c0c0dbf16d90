import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { join } from "node:path";
import { preparePublishing, publishFolder } from "../../../src/core/catalogue/publish/folder.ts";
import { readCatalogue } from "../../../src/core/catalogue/read.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import { withAuthor } from "../../support/catalogue/author.ts";
import { makeKey } from "../../support/catalogue/publisher.ts";
import { exec } from "../../support/servers/server.ts";
import { testOn } from "../../support/systems.ts";

const { signal } = new AbortController();

const published = async (to: string) => readCatalogue(await Deno.readTextFile(join(to, "catalog.json")));

Deno.test("an author publishes the first version, then the next one with a higher version and its difference", () =>
  withAuthor(async ({ folder, to }) => {
    const first = await preparePublishing(folder, to, signal);
    deepEqual([first.catalogue, first.before, first.files, first.pushes], [null, null, [], false]);
    const [key] = first.keys;
    match(key!.file ?? "", /id_ed25519\.pub$/);
    const done = await publishFolder(folder, {
      to,
      version: first.proposed,
      news: " The first one. ",
      key: key!.fingerprint,
      hash: first.hash,
      name: "Team tools",
    }, signal);
    match(done, /^Published version 1 of “Team tools”\. It is in the folder/);
    const [entry] = (await published(to)).extensions;
    deepEqual([entry!.id, entry!.versions[0]!.news], ["toolbox", "The first one."]);
    equal((await preparePublishing(folder, to, signal)).same, true);

    await Deno.writeTextFile(join(folder, "words", "more.go"), "package words\n");
    const next = await preparePublishing(folder, to, signal);
    deepEqual([next.catalogue, next.before, next.same], [
      { name: "Team tools", version: 1 },
      next.version,
      false,
    ]);
    deepEqual(next.files.map(({ path, change }) => [path, change]), [["words/more.go", "added"]]);
    equal(next.proposed === next.version, false);
    // A file saved after the preview is not published without another one.
    await Deno.writeTextFile(join(folder, "words", "more.go"), "package words // more\n");
    const order = { to, version: next.proposed, news: "", hash: next.hash };
    await rejects(publishFolder(folder, order, signal), /others than those that were shown/);
    const { hash, digest } = await preparePublishing(folder, to, signal);
    match(await publishFolder(folder, { ...order, hash, digest: digest! }, signal), /^Published version 2/);
    equal(JSON.parse(await Deno.readTextFile(join(folder, "manifest.json"))).version, next.proposed);
    const { versions } = (await published(to)).extensions[0]!;
    deepEqual(versions.map(({ version }) => version), [next.proposed, next.version]);
  }));

Deno.test("preparePublishing() says what keeps an extension from being published", () =>
  withAuthor(async ({ folder, to }) => {
    await rejects(
      preparePublishing(folder, "https://example.com/c", signal),
      /git repositories and to folders/,
    );
    await Deno.writeTextFile(join(folder, "manifest.json"), "{");
    await rejects(preparePublishing(folder, to, signal), /cannot be published as it is/);
  }));

testOn(
  ["openssl"],
  "publishFolder() signs with the chosen key alone, also when only the agent has it",
  () =>
    withAuthor(async ({ home, folder, to }) => {
      const own = await makeKey(home, "own"), socket = join(home, "agent");
      const agent = new Deno.Command("ssh-agent", {
        args: ["-D", "-a", socket],
        stdout: "null",
        stderr: "null",
      }).spawn();
      try {
        await waitFor("the agent", () => Deno.stat(socket).then(() => true, () => false));
        Deno.env.set("SSH_AUTH_SOCK", socket);
        await exec(["ssh-add", "-q", join(home, "own")]);
        const order = async () => {
          const { proposed: version, hash, digest } = await preparePublishing(folder, to, signal);
          const shown = digest === null ? {} : { digest };
          return { to, version, news: "", hash, ...shown, key: own.fingerprint };
        };
        await publishFolder(folder, await order(), signal);
        deepEqual((await published(to)).keys[0]!.signers.map(({ key }) => key), [own.key]);
        await exec(["ssh-add", "-q", "-D"]);
        await rejects(publishFolder(folder, await order(), signal), /the key that you chose is not there/);
      } finally {
        Deno.env.delete("SSH_AUTH_SOCK");
        agent.kill();
        await agent.status;
      }
    }),
);
