import { join } from "node:path";
import { type Bundle, packBundle, readFiles } from "../../../src/core/bundle/mod.ts";
import { openCatalogues } from "../../../src/core/catalogue/catalogues.ts";
import { keySetText, NAMESPACE } from "../../../src/core/catalogue/keys.ts";
import { currentOf, type PublisherHome } from "../../../src/core/catalogue/publish/current.ts";
import { catalogueTime, nextCatalogue } from "../../../src/core/catalogue/publish/next.ts";
import { type SigningKey, signingKeys, signText } from "../../../src/core/catalogue/publish/sign.ts";
import { publish, type PublishRequest } from "../../../src/core/catalogue/publish/publish.ts";
import { openTarget } from "../../../src/core/catalogue/publish/target.ts";
import { verifySignature as verify } from "../../../src/core/catalogue/ssh_keygen.ts";
import { catalogueDigest } from "../../../src/core/catalogue/read.ts";
import type { Catalogue, KeySet } from "../../../src/core/catalogue/schema.ts";
import type { KedgePaths } from "../../../src/core/paths.ts";
import { exec } from "../servers/server.ts";

/** Creates a key of the test with `ssh-keygen`. */
export async function makeKey(folder: string, name: string): Promise<SigningKey> {
  const file = join(folder, name);
  await exec(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", `${name}@example.com`, "-f", file]);
  return (await signingKeys(file))[0]!;
}

/** Returns a bundle with one action; `code` is the body of its `Run`. */
export function makeBundle(
  id: string,
  version: string,
  code = 'return k.Alert("hello")',
  imports = "",
): Bundle {
  const manifest = {
    id,
    name: `Name of ${id}`,
    version,
    author: "Alice",
    actions: [{ id: "run", label: "Run", entry: "run.go", contextMode: "none" }],
  };
  const source =
    `package action\n\nimport (\n\t"kedge"\n${imports})\n\nfunc Run(k *kedge.Ctx) error {\n\t${code}\n}\n`;
  const encode = (text: string) => new TextEncoder().encode(text);
  const { bundle } = readFiles(
    new Map([["manifest.json", encode(JSON.stringify(manifest))], ["run.go", encode(source)]]),
  );
  if (!bundle) throw new Error("the bundle of the test breaks a rule");
  return bundle;
}

/** Returns a set of keys that requires `threshold` signatures. */
export function setOf(keys: readonly SigningKey[], threshold = 1): Omit<KeySet, "signatures"> {
  return { threshold, signers: keys.map(({ key, comment }) => ({ name: comment, key })) };
}

/** Returns the first version of a catalogue with these keys and bundles. */
export function firstCatalogue(
  keys: readonly SigningKey[],
  bundles: readonly Bundle[] = [],
  { now = Date.now(), threshold = 1 } = {},
): Catalogue {
  const before = {
    id: "0123456789abcdef0123456789abcdef",
    name: "Platform team",
    version: 0,
    keys: [{ ...setOf(keys, threshold), signatures: [] }],
    extensions: [],
    withdrawn: [],
  };
  return nextCatalogue(before, { bundles: bundles.map(withArchive) }, { now, days: 90, kedge: "0.1.0" });
}

/** Returns a bundle with the bytes of its file. */
export const withArchive = (bundle: Bundle) => ({ bundle, archive: packBundle(bundle.files) });

/** Returns the version after `before`, with changes of the test. */
export function later(before: Catalogue, change: Partial<Catalogue> = {}): Catalogue {
  return { ...before, version: before.version + 1, published: catalogueTime(Date.now()), ...change };
}

/** Returns the catalogue with another set of keys, signed by `by`. */
export async function rekeyed(
  before: Catalogue,
  set: Omit<KeySet, "signatures">,
  by: readonly SigningKey[],
): Promise<Catalogue> {
  const text = keySetText(before.id, before.keys.length, set);
  const signatures = await Promise.all(by.map((key) => signText(text, NAMESPACE.keys, key)));
  return later(before, { keys: [...before.keys, { ...set, signatures }] });
}

/** Returns a catalogue in its source's form, signed by keys. */
export async function signed(
  catalogue: Catalogue,
  by: readonly SigningKey[],
  namespace: string = NAMESPACE.catalogue,
) {
  const text = JSON.stringify(catalogue);
  const signatures = await Promise.all(by.map((key) => signText(text, namespace, key)));
  return { text, signatures: signatures.join("") };
}

/** Opens the catalogues of a home; `parts` replace what is usual in a test. */
export function cataloguesOf(paths: KedgePaths, parts: Partial<Parameters<typeof openCatalogues>[0]> = {}) {
  return openCatalogues({
    ...{ paths, verify, now: Date.now, kedge: "0.1.0" },
    credentials: () => Promise.reject(new Error("none")),
    ...parts,
  });
}

/** Runs `work` as if it were killed after it has written so many files. */
export async function killedAfter(files: number, work: () => Promise<unknown>): Promise<void> {
  const { renameSync } = Deno;
  let left = files;
  Deno.renameSync = (from, to) => {
    if (left-- <= 0) throw new Error("killed");
    renameSync(from, to);
  };
  try {
    await work();
  } finally {
    Deno.renameSync = renameSync;
  }
}

/**
 * Publishes bundles to a folder or a repository, as `kedge --catalog-publish` does after its
 * preview; without a key it uses the user's keys.
 */
export async function publishTo(
  to: string,
  key: SigningKey | string | null,
  bundles: Bundle | readonly Bundle[],
  change: Partial<PublishRequest> = {},
  home?: PublisherHome,
) {
  const target = await openTarget(to, new AbortController().signal);
  try {
    const current = await currentOf(target);
    return await publish(target, {
      shown: current && catalogueDigest(current.text),
      bundles: [bundles].flat().map((bundle) => ({ bundle })),
      name: "Platform team",
      ...(key !== null && { key: typeof key === "string" ? key : key.file! }),
      days: 90,
      ...change,
    }, { now: Date.now(), kedge: "0.1.0", verify, ...(home && { home }) });
  } finally {
    await target.close();
  }
}
