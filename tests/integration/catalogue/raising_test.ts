import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { join } from "node:path";
import { preparePublishing, publishFolder } from "../../../src/core/catalogue/publish/folder.ts";
import { readCatalogue } from "../../../src/core/catalogue/read.ts";
import { type Author, makeRepository, withAuthor } from "../../support/catalogue/author.ts";
import { killedAfter, makeBundle, publishTo } from "../../support/catalogue/publisher.ts";
import { exec } from "../../support/servers/server.ts";
import { waitFor } from "../../desktop/harness/wait.ts";

const { signal } = new AbortController();

/** Returns a manifest as an author may write it, with its own line breaks and order of keys. */
const manifestOf = (version: string, name = "Toolbox") =>
  `{
  "name": ${JSON.stringify(name)}, "id": "toolbox",
  "version": "${version}",   "author": "Kedge",
  "actions": [{ "label": "Passphrase", "id": "passphrase", "entry": "actions/passphrase/passphrase.go" }]
}
`;

/** An extension whose version 1.0.0 is published and whose files have changed since. */
interface Stage extends Author {
  readonly manifest: string;
  /** Publishes the extension and returns the error or an empty string. */
  publish(stop?: AbortSignal): Promise<string>;
}

async function withStage(
  use: (stage: Stage) => Promise<void>,
  { repository = false } = {},
): Promise<void> {
  await withAuthor(async (author) => {
    const { folder } = author;
    const to = repository ? (await makeRepository(author)).address : author.to;
    const manifest = join(folder, "manifest.json");
    await Deno.writeTextFile(manifest, manifestOf("1.0.0"));
    const publish = async (stop = signal) => {
      const { proposed: version, hash, digest } = await preparePublishing(folder, to, signal);
      const shown = digest === null ? {} : { digest };
      return await publishFolder(folder, { to, version, news: "", hash, ...shown }, stop);
    };
    await publish();
    await Deno.writeTextFile(join(folder, "words", "more.go"), "package words\n");
    await use({ ...author, manifest, publish });
  });
}

/** Reasons why a publication fails, and whether it goes to a repository. */
const FAILS: readonly (readonly [
  what: string,
  begin: (stage: Stage) => Promise<AbortSignal | void>,
  says: RegExp,
  repository?: boolean,
])[] = [
  [
    "a push that a rule of the server refuses",
    async ({ home }) => {
      await hook(home, 'echo "Only by a pull request" >&2; exit 1');
    },
    /does not take it: pre-receive hook declined: Only by a pull request/,
    true,
  ],
  [
    "a push that somebody else was quicker with",
    async ({ home }) => {
      // Another publisher commits between the preview and the push.
      const git = `git -C "${join(home, "catalog.git")}"`;
      await hook(
        home,
        `unset GIT_QUARANTINE_PATH; ${git} update-ref refs/heads/main "$(${git} -c user.name=B -c user.email=b@x commit-tree -p main -m other 'main^{tree}')"`,
      );
    },
    /somebody has published meanwhile/,
    true,
  ],
  ["a key whose private half is gone", async ({ home }) => {
    await Deno.remove(join(home, ".ssh/id_ed25519"));
  }, /does not sign/],
  ["a signing that is cancelled", async ({ home }) => {
    const stop = new AbortController(), began = join(home, "began");
    await standIn(home, `: >"${began}"; exec sleep 600`);
    void waitFor("the signing", () => Deno.stat(began).then(() => true, () => false)).then(() =>
      stop.abort()
    );
    return stop.signal;
  }, /it was cancelled/],
  ["a place that takes no file", async ({ to }) => {
    await exec(["rm", "-r", join(to, "bundles")]);
    await Deno.writeTextFile(join(to, "bundles"), "");
  }, /cannot be written to/],
];

const hook = (home: string, script: string) =>
  Deno.mkdir(join(home, "catalog.git/hooks"), { recursive: true }).then(() =>
    Deno.writeTextFile(join(home, "catalog.git/hooks/pre-receive"), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  );

/** Installs a script in place of the ssh-keygen that signs. */
async function standIn(home: string, script: string): Promise<void> {
  const real = await exec(["which", "ssh-keygen"]);
  await Deno.mkdir(join(home, "bin"));
  await Deno.writeTextFile(
    join(home, "bin/ssh-keygen"),
    `#!/bin/sh\n[ "$2" = sign ] || exec ${real.trim()} "$@"\n${script}\n`,
    { mode: 0o755 },
  );
  Deno.env.set("PATH", `${join(home, "bin")}:${Deno.env.get("PATH")}`);
}

for (const [what, begin, says, repository = false] of FAILS) {
  Deno.test(`publishFolder() leaves the manifest as its author wrote it after ${what}`, () =>
    withStage(async (stage) => {
      const { manifest, publish, to } = stage, path = Deno.env.get("PATH")!;
      try {
        const stop = await begin(stage);
        await rejects(publish(stop ?? signal), says);
      } finally {
        Deno.env.set("PATH", path);
      }
      equal(await Deno.readTextFile(manifest), manifestOf("1.0.0"));
      if (!repository) equal((await published(to)).version, 1);
    }, { repository }));
}

const published = async (to: string) => readCatalogue(await Deno.readTextFile(join(to, "catalog.json")));

/**
 * The branch that the user's git creates for a repository whose HEAD names a branch that was never
 * pushed, by its settings.
 */
const UNBORN: readonly (readonly [what: string, settings: string])[] = [
  ["that branch", ""],
  // With this protocol, as with an older git, the server does not name the branch.
  ["the branch that was pushed", "[protocol]\n\tversion = 0\n[init]\n\tdefaultBranch = main\n"],
];
for (const [what, settings] of UNBORN) {
  Deno.test(`publishFolder() publishes again when HEAD there was never pushed and that of git is ${what}`, () =>
    withAuthor(async (author) => {
      const { path, address: to } = await makeRepository(author, "trunk"), { folder } = author;
      await Deno.writeTextFile(join(author.home, ".gitconfig"), settings, { append: true });
      const publish = async () => {
        const { proposed: version, hash, digest } = await preparePublishing(folder, to, signal);
        const shown = digest === null ? {} : { digest };
        return await publishFolder(folder, { to, version, news: "", hash, ...shown }, signal);
      };
      match(await publish(), /^Published version 1 of /);
      match(await publish(), /^Published version 2 of /);
      match(await exec(["git", "-C", path, "for-each-ref", "--format=%(refname)"]), /^refs\/heads\/main\s*$/);
    }));
}

Deno.test("publishFolder() publishes nothing over a list that was changed since it was shown", () =>
  withStage(async ({ home, folder, to }) => {
    const { proposed, hash, digest } = await preparePublishing(folder, to, signal);
    await publishTo(to, join(home, ".ssh/id_ed25519"), makeBundle("toolbox", "1.3.0"));
    const order = { to, version: proposed, news: "", hash, digest: digest! };
    await rejects(publishFolder(folder, order, signal), /was changed since it was shown/);
    const { versions } = (await published(to)).extensions[0]!;
    deepEqual(versions.map(({ version }) => version), ["1.3.0", "1.0.0"]);
  }));

/**
 * After which file the publication is killed, and the version in the manifest and in the catalogue
 * then.
 */
const KILLED: readonly (readonly [after: number, written: string, manifest: string, catalogue: string])[] = [
  [0, "nothing", "1.0.0", "1.0.0"],
  [1, "its bundle", "1.0.0", "1.0.0"],
  [3, "the signatures of both lists", "1.0.0", "1.0.0"],
  [4, "the list", "1.0.0", "1.0.1"],
  [5, "everything but the manifest", "1.0.0", "1.0.1"],
];
for (const [after, written, version, newest] of KILLED) {
  Deno.test(`a publishing that is killed once it has written ${written} is whole at the next look`, () =>
    withStage(async ({ folder, manifest, publish, to }) => {
      await killedAfter(after, () => publish().catch(() => {}));
      equal(await Deno.readTextFile(manifest), manifestOf(version));
      equal((await published(to)).extensions[0]!.versions[0]!.version, newest);
      const { proposed, same } = await preparePublishing(folder, to, signal);
      deepEqual([proposed, same], ["1.0.1", newest === "1.0.1"]);
      await publish();
      equal(await Deno.readTextFile(manifest), manifestOf("1.0.1"));
      const { versions } = (await published(to)).extensions[0]!;
      deepEqual(versions.map(({ version }) => version), ["1.0.1", "1.0.0"]);
      equal((await preparePublishing(folder, to, signal)).same, true);
    }));
}

/** A manifest that the author saves during the publication, and the manifest afterwards. */
const SAVED: readonly (readonly [what: string, saved: string, then: string, says: RegExp])[] = [
  ["another name", manifestOf("1.0.0", "Tools"), manifestOf("1.0.1", "Tools"), /folder: copy it[^.]*\.$/],
  [
    "another version",
    manifestOf("2.0.0"),
    manifestOf("2.0.0"),
    /changed meanwhile\. Give it version 1\.0\.1/,
  ],
  ["the same version", manifestOf("1.0.1"), manifestOf("1.0.1"), /folder: copy it[^.]*\.$/],
  ["half a file", "{", "{", /changed meanwhile\. Give it version 1\.0\.1/],
];
for (const [what, saved, then, says] of SAVED) {
  Deno.test(`publishFolder() keeps ${what} that is saved into the manifest meanwhile`, () =>
    withStage(async ({ manifest, publish }) => {
      const { renameSync } = Deno;
      Deno.renameSync = (from, to) => {
        renameSync(from, to);
        if (String(to).endsWith("catalog.json")) Deno.writeTextFileSync(manifest, saved);
      };
      try {
        match(await publish(), says);
      } finally {
        Deno.renameSync = renameSync;
      }
      equal(await Deno.readTextFile(manifest), then);
    }));
}
