import { deepEqual, equal, match } from "node:assert/strict";
import { parseAddress } from "../../../../src/core/catalogue/source/address.ts";
import { gitFault } from "../../../../src/core/catalogue/source/git.ts";
import { catalogueInFile } from "../../../../src/core/catalogue/in_file.ts";
import { parseConfig } from "../../../../src/core/config/parse.ts";
import { readSources } from "../../../support/house/sources.ts";
import { compared, versionFor } from "../../../../src/core/catalogue/publish/compare.ts";
import { nextCatalogue } from "../../../../src/core/catalogue/publish/next.ts";
import { withVersion } from "../../../../src/core/catalogue/publish/raise.ts";
import { makeBundle, withArchive } from "../../../support/catalogue/publisher.ts";

const S3 = "account=123456789012&role=ReadOnly&region=eu-central-1";
const READ: readonly (readonly [text: string, kind: string, where: string])[] = [
  ["git@github.com:team/catalog.git", "git", "git@github.com:team/catalog.git"],
  ["ssh://git@host:2222/catalog.git", "git", "ssh://git@host:2222/catalog.git"],
  ["https://host/team/catalog.git", "git", "https://host/team/catalog.git"],
  ["git+https://host/team/catalog", "git", "https://host/team/catalog"],
  ["https://host/kedge", "https", "https://host/kedge/"],
  ["https://host/kedge/", "https", "https://host/kedge/"],
  ["https://host/kedge/catalog.json", "https", "https://host/kedge/"],
  ["/srv/catalog", "folder", "/srv/catalog"],
  ["C:\\Team\\catalog", "folder", "C:\\Team\\catalog"],
];
for (const [text, kind, where] of READ) {
  Deno.test(`parseAddress() reads ${text}`, () => {
    const address = parseAddress(text);
    if ("fault" in address) throw new Error(address.fault);
    equal(address.kind, kind);
    equal("url" in address ? address.url : "path" in address ? address.path : "", where);
  });
}

Deno.test("parseAddress() reads bucket, folder and role of an address of S3", () => {
  deepEqual(parseAddress(`s3://tools/kedge/catalog.json?${S3}`), {
    kind: "s3",
    bucket: "tools",
    prefix: "kedge/",
    account: "123456789012",
    role: "ReadOnly",
    region: "eu-central-1",
  });
});

const REFUSED: readonly (readonly [text: string, fault: RegExp])[] = [
  ["catalog", /is no address/],
  ["http://host/kedge", /not encrypted/],
  ["https://user:password@host/kedge", /user or a password/],
  ["https://token@host/catalog.git", /user or a password/],
  ["https://host/kedge?token=x", /question/],
  ["ssh://-oProxyCommand=x/catalog.git", /names no host|no address/],
  ["ext::sh -c x", /begins with ext/],
  ["ftp://host/kedge", /begins with ftp/],
  ["file:///srv/catalog", /address of a file/],
  ["s3://tools/kedge", /which account/],
  ["s3://tools/kedge?account=123456789012&region=evil.example", /which region/],
  ["s3://tools/%2e%2e/x?account=123456789012&region=eu-central-1", /folder|^$/],
];
for (const [text, fault] of REFUSED) {
  Deno.test(`parseAddress() refuses ${text}`, () => {
    const address = parseAddress(text);
    // The URL parser resolves `%2e%2e` itself, so the address may pass but stays in its folder.
    match("fault" in address ? address.fault : "", text.includes("%2e") ? /^$|folder/ : fault);
    if (!("fault" in address)) equal(address.kind === "s3" && address.prefix, "x/");
  });
}

const ADDRESS = "git@host:team/catalogue";

const SAID: readonly (readonly [what: string, said: string, code: string, message: string])[] = [
  [
    "macOS without its tools",
    "xcode-select: note: No developer tools were found, requesting install.\nIf they are elsewhere, use `sudo xcode-select`.\n",
    "no-program",
    "cannot be read: macOS has no git yet",
  ],
  [
    "macOS whose tools went with an update",
    "xcrun: error: invalid active developer path (/Library/Developer/CommandLineTools), missing xcrun\n",
    "no-program",
    "cannot be read: macOS has no git yet",
  ],
  [
    "a password that is asked for",
    "fatal: could not read Username for 'https://host': terminal prompts disabled\n",
    "password",
    "asks for a password",
  ],
  [
    "a rule of the server that refuses a push",
    "remote: GH006: Protected branch update failed for refs/heads/main.\nremote: \n" +
    "To host:team/catalogue\n ! [remote rejected] HEAD -> main (protected branch hook declined)\n" +
    "error: failed to push some refs to 'host:team/catalogue'\n",
    "refused",
    "does not take it: protected branch hook declined: GH006: Protected branch update failed for refs/heads/main.",
  ],
  [
    "a helper that gives a wrong password",
    "remote: Invalid username or password.\nfatal: Authentication failed for 'https://host/'\n",
    "password",
    "asks for a password",
  ],
  [
    "a host that ssh does not know",
    "Host key verification failed.\nfatal: Could not read from remote repository.\n",
    "password",
    "has a host key that your ssh does not know",
  ],
  [
    "a key that is not let in",
    "git@host: Permission denied (publickey).\nfatal: Could not read from remote repository.\n",
    "password",
    "does not let your SSH keys in",
  ],
  [
    "an address that leads elsewhere",
    "fatal: unable to update url base from redirection:\n  asked for: https://host/a\n   redirect: https://evil/a\n",
    "redirect",
    "leads elsewhere",
  ],
  [
    "an address that would lead elsewhere, if git followed it",
    "fatal: unable to access 'https://host/a.git/': The requested URL returned error: 302\n",
    "redirect",
    "leads elsewhere",
  ],
  [
    "a repository that is not there",
    "fatal: '/srv/x.git' does not appear to be a git repository\n",
    "missing",
    "is no repository with anything in it",
  ],
  [
    "a certificate of nobody",
    "fatal: unable to access 'https://host/': server certificate verification failed.\n",
    "unreachable",
    "has a certificate that is not trusted",
  ],
  [
    "a host that is not there",
    "fatal: unable to access 'https://host/': Could not resolve host: host\n",
    "unreachable",
    "is not known, or there is no network",
  ],
  [
    "a full disk",
    "fatal: write error: No space left on device\nfatal: fetch-pack: invalid index-pack output\n",
    "unreachable",
    "does not fit on the disk",
  ],
  ["what it does not know", "warning: x\nfatal: odd thing\n", "unreachable", "cannot be read: odd thing"],
  ["lines of Windows", "fatal: odd thing\r\n", "unreachable", "cannot be read: odd thing"],
];
for (const [what, said, code, message] of SAID) {
  Deno.test(`gitFault() tells of ${what}`, () => {
    const fault = gitFault(said, ADDRESS);
    equal(fault.code, code);
    equal(fault.message, `${ADDRESS} ${message}`);
  });
}

const OVERTAKEN: readonly (readonly [what: string, line: string])[] = [
  ["is behind", " ! [rejected]        HEAD -> main (fetch first)"],
  [
    "came at the same time",
    " ! [remote rejected] HEAD -> main (cannot lock ref 'refs/heads/main': is at 1 but expected 2)",
  ],
];
for (const [what, line] of OVERTAKEN) {
  Deno.test(`gitFault() tells that another publisher was faster when a push ${what}`, () => {
    const said = `To ${ADDRESS}\n${line}\nerror: failed to push some refs to '${ADDRESS}'\n`;
    equal(gitFault(said, ADDRESS).code, "overtaken");
  });
}

/**
 * The tests below find an entry's position in config.json. It differs from the position in the
 * configuration, which leaves wrong entries out.
 */

/** Matches an edit that appends to a list, at the length that the list has in the configuration. */
const ADDED = /path: \["(?:servers|accounts|envRules|catalogs)", [\w.()]*length\]/;

const WRONG = { keys: [] }, RIGHT = { address: "https://example.com/kedge" };

const ENTRIES: readonly (readonly [what: string, document: unknown, indexes: number[] | null])[] = [
  ["there is none", {}, null],
  ["the file is no object", [RIGHT], null],
  ["the list is none", { catalogs: RIGHT }, null],
  ["it is the only one", { catalogs: [RIGHT] }, [0]],
  ["it stands behind one that is wrong", { catalogs: [WRONG, null, RIGHT] }, [2]],
  ["it stands there twice", { catalogs: [RIGHT, WRONG, RIGHT] }, [0, 2]],
];
for (const [what, document, indexes] of ENTRIES) {
  Deno.test(`catalogueInFile() gives the places ${indexes} when ${what}`, () => {
    const entry = catalogueInFile(document as never, RIGHT.address);
    const places = indexes?.map((index) => ({ path: ["catalogs", index], was: RIGHT }));
    deepEqual(
      entry && [entry.without(), entry.withKeys(["a key"])],
      places
        ? [places.toReversed(), places.map((at) => ({ ...at, value: { ...RIGHT, keys: ["a key"] } }))]
        : null,
    );
  });
}

Deno.test("a wrong entry is left out of the configuration, so positions in the file differ", () => {
  const { config } = parseConfig(JSON.stringify({ catalogs: [WRONG, RIGHT] }));
  deepEqual(config?.catalogs?.map(({ address }) => address), [RIGHT.address]);
});

Deno.test("edits that add an entry to a list say `add`, because the list in the file may be longer", async () => {
  const without = (await readSources("src")).flatMap(({ path, code }) =>
    code.split(ADDED).slice(1).filter((after) => !/^[^}]*(\}[^}]*)?\badd: true\b/.test(after)).map(() => path)
  );
  deepEqual(without, []);
});

/** Returns a catalogue with these versions of one extension, the newest last. */
function catalogueOf(bundles: readonly ReturnType<typeof makeBundle>[]) {
  const empty = { id: "", name: "", version: 0, keys: [], extensions: [], withdrawn: [] };
  return bundles.reduce(
    (before, bundle) =>
      nextCatalogue(before, { bundles: [withArchive(bundle)] }, { now: 0, days: 1, kedge: "0.1.0" }),
    empty as Parameters<typeof nextCatalogue>[0],
  );
}

const bundle = (version: string, code = "new") => makeBundle("tools", version, `return k.Alert("${code}")`);

/** A bundle, the published versions, its new version, and whether its files are published. */
const VERSIONS: readonly (readonly [
  what: string,
  published: readonly ReturnType<typeof makeBundle>[],
  own: ReturnType<typeof makeBundle>,
  version: string,
  same: boolean,
])[] = [
  ["its own for the first one", [], bundle("1.0.0"), "1.0.0", false],
  ["its own where that is free", [bundle("1.0.0", "old")], bundle("2.0.0"), "2.0.0", false],
  ["its own for the same files", [bundle("1.0.0")], bundle("1.0.0"), "1.0.0", true],
  ["a higher one where other files have its own", [bundle("1.0.0", "old")], bundle("1.0.0"), "1.0.1", false],
  [
    "one that is free where the next ones are not",
    [bundle("1.0.0", "a"), bundle("1.0.1", "b"), bundle("1.0.2", "c")],
    bundle("1.0.0"),
    "1.0.3",
    false,
  ],
  [
    "the one of the same files where only the manifest was not written",
    [bundle("1.0.0", "old"), withVersion(bundle("1.0.0"), "1.0.1")],
    bundle("1.0.0"),
    "1.0.1",
    true,
  ],
  ["a first one for a manifest without", [], bundle(""), "1.0.0", false],
];
for (const [what, published, own, version, same] of VERSIONS) {
  Deno.test(`versionFor() gives ${what}`, () => {
    const catalogue = catalogueOf(published);
    const found = versionFor(own, catalogue);
    equal(found, version);
    equal(compared(withVersion(own, found), catalogue, "0.1.0").same, same);
  });
}

Deno.test("withVersion() changes the manifest and nothing else", () => {
  const before = bundle("1.0.0"), after = withVersion(before, "1.1.0");
  const manifest = (files: typeof before.files) =>
    JSON.parse(new TextDecoder().decode(files.get("manifest.json")));
  deepEqual(manifest(after.files), { ...manifest(before.files), version: "1.1.0" });
  deepEqual([after.files.get("run.go"), after.manifest.version], [before.files.get("run.go"), "1.1.0"]);
  equal(manifest(before.files).version, "1.0.0");
});
