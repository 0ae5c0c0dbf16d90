import { type Bundle, packBundle } from "../../bundle/mod.ts";
import { LIMITS } from "../../bundle/limits.ts";
import { readUntrusted, type Verify } from "../accept.ts";
import { CatalogueFault } from "../fault.ts";
import { fingerprintsOf, keySetText, NAMESPACE, signaturesIn } from "../keys.ts";
import { FILES, MOST } from "../limits.ts";
import { catalogueText, readCatalogue } from "../read.ts";
import type { Catalogue, KeySet } from "../schema.ts";
import { bundleFile, type CatalogueChange, nextCatalogue } from "./next.ts";
import { type SigningKey, signingKeys, signText } from "./sign.ts";
import type { Target } from "./target.ts";

/** What is asked of a publishing. */
export interface PublishRequest {
  readonly bundles: readonly { readonly bundle: Bundle; readonly news?: string }[];
  readonly withdraw?: CatalogueChange["withdraw"];
  /** New keys. */
  readonly signers?: Pick<KeySet, "threshold" | "signers">;
  /** The name of a new catalogue. */
  readonly name?: string;
  /** The key to sign with; without it one of the user's that may. */
  readonly key?: string;
  /** Until its end, days. */
  readonly days: number;
}

/** What publishing did. */
interface Published {
  readonly catalogue: Catalogue;
  /** Signatures that it has, of those that it needs; with fewer it is not accepted. */
  readonly signatures: number;
  readonly signedBy: string;
  /** Nothing was published but the user's signature of what another one has. */
  readonly cosigned?: true;
}

/** A catalogue as it lies at its target, with its signatures. */
interface Current {
  readonly catalogue: Catalogue;
  readonly text: string;
  readonly signatures: string;
}

/** Signs a text with a key, as long as the publishing goes on. */
type Sign = (text: string, namespace: string, key: SigningKey) => Promise<string>;

/** The catalogue that lies at a target; null where there is none. Its signatures are not looked at. */
export async function currentOf(target: Target): Promise<Current | null> {
  const bytes = await target.read(FILES.catalogue, MOST.catalogue);
  if (!bytes) return null;
  const text = catalogueText(bytes);
  const signatures = await target.read(FILES.signatures, MOST.signatures);
  return {
    catalogue: readCatalogue(text),
    text,
    signatures: new TextDecoder().decode(signatures ?? new Uint8Array()),
  };
}

/**
 * Publishes a new version of a catalogue: with new bundles, withdrawals or keys, or with a later end alone. A target without
 * one gets the first, with the user's key. What another one has signed and still lacks signatures gets the user's.
 * Throws a {@link CatalogueFault}; nothing was published then.
 */
export async function publish(
  target: Target,
  request: PublishRequest,
  { now, kedge, verify, signal }: {
    readonly now: number;
    readonly kedge: string;
    readonly verify: Verify;
    /** Ends it; once it is being written only a push ends. */
    readonly signal?: AbortSignal;
  },
): Promise<Published> {
  const current = await currentOf(target);
  const keys = await signingKeys(request.key);
  const sign: Sign = (text, namespace, key) => signText(text, namespace, key, signal);
  if (!current) return await write(target, await first(request, keys, now, kedge), keys[0]!, request, sign);
  const signed = await isSigned(current, verify);
  const key = keyAmong(keys, current.catalogue);
  const nothingNew = request.withdraw === undefined && request.signers === undefined &&
    request.bundles.every(({ bundle }) =>
      current.catalogue.extensions.some(({ versions }) => versions.some(({ hash }) => hash === bundle.hash))
    );
  if (!signed && nothingNew) return await cosign(target, current, key, keys, sign);
  if (!signed) {
    throw new CatalogueFault(
      "too-few-signatures",
      "the catalogue there still lacks signatures",
      "Let another of its publishers sign it first: kedge --catalog-publish with the same folder.",
    );
  }
  const change: CatalogueChange = {
    bundles: request.bundles.map((one) => ({ ...one, archive: archiveOf(one.bundle) })),
    ...(request.withdraw && { withdraw: request.withdraw }),
    ...(request.signers && { keys: await newKeys(current.catalogue, request.signers, keys, sign) }),
  };
  const next = nextCatalogue(current.catalogue, change, { now, kedge, days: request.days });
  return await write(target, next, keyAmong(keys, next), request, sign);
}

const archiveOf = (bundle: Bundle) => packBundle(bundle.files, LIMITS.bundle)!;

/** The first catalogue of a target: the user's key is the one to trust. */
async function first(
  request: PublishRequest,
  [key]: readonly SigningKey[],
  now: number,
  kedge: string,
): Promise<Catalogue> {
  if (!key) throw noKey("you have no key of SSH");
  const signers = request.signers ?? {
    threshold: 1,
    signers: [{ name: signerName(key.comment), key: key.key }],
  };
  const before = {
    id: crypto.getRandomValues(new Uint8Array(16)).toHex(),
    name: request.name ?? "Catalogue",
    version: 0,
    keys: [{ ...signers, signatures: [] }],
    extensions: [],
    withdrawn: [],
  };
  const bundles = request.bundles.map((one) => ({ ...one, archive: archiveOf(one.bundle) }));
  return await Promise.resolve(nextCatalogue(before, { bundles }, { now, kedge, days: request.days }));
}

/** A name for `allowed_signers` from the comment of a key. */
function signerName(comment: string): string {
  return comment.replace(/[^A-Za-z0-9@._+-]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 200) || "publisher";
}

function noKey(why: string): CatalogueFault {
  return new CatalogueFault("no-key", why, "Make one (ssh-keygen -t ed25519), or name it: --key FILE");
}

/** The user's key that is one of the newest set. */
function keyAmong(keys: readonly SigningKey[], { keys: sets }: Pick<Catalogue, "keys">): SigningKey {
  const prints = fingerprintsOf(sets.at(-1)!);
  const key = keys.find(({ fingerprint }) => prints.has(fingerprint));
  if (key) return key;
  const names = sets.at(-1)!.signers.map(({ name }) => name).join(", ");
  throw new CatalogueFault(
    "no-key",
    "none of your keys may sign this catalogue",
    `Its keys are of ${names}. Name yours: --key FILE`,
  );
}

async function isSigned({ text, signatures }: Current, verify: Verify): Promise<boolean> {
  try {
    await readUntrusted({ text, signatures }, verify);
    return true;
  } catch (error) {
    if (!(error instanceof CatalogueFault)) throw error;
    if (["too-few-signatures", "unsigned"].includes(error.trouble)) return false;
    // Keys that lack signatures of the old or new ones are completed by those who have them.
    if (error.trouble === "changed-keys" && readCatalogue(text).keys.length > 1) return false;
    throw error;
  }
}

/** A new set of keys, signed by the user's as far as they are old and new ones. */
async function newKeys(
  { id, keys }: Catalogue,
  set: Pick<KeySet, "threshold" | "signers">,
  own: readonly SigningKey[],
  sign: Sign,
): Promise<KeySet> {
  return await keysSigned(id, keys.length, keys.at(-1)!, { ...set, signatures: [] }, own, sign);
}

async function keysSigned(
  id: string,
  index: number,
  before: KeySet,
  set: KeySet,
  keys: readonly SigningKey[],
  sign: Sign,
): Promise<KeySet> {
  const may = new Set([...fingerprintsOf(before), ...fingerprintsOf(set)]);
  const there = new Set(
    signaturesIn(set.signatures.join("\n"), MOST.signers).map(({ fingerprint }) => fingerprint),
  );
  const signatures = [...set.signatures];
  for (const key of keys) {
    if (!may.has(key.fingerprint) || there.has(key.fingerprint) || signatures.length >= MOST.signers) {
      continue;
    }
    const made = await sign(keySetText(id, index, set), NAMESPACE.keys, key).catch((error) => {
      // A key whose private half is elsewhere: another one may do.
      if (error instanceof CatalogueFault) return null;
      throw error;
    });
    if (made !== null) signatures.push(made);
  }
  return { ...set, signatures };
}

/** Adds the user's signature to what another one has published. */
async function cosign(
  target: Target,
  { catalogue, text, signatures }: Current,
  key: SigningKey,
  own: readonly SigningKey[],
  sign: Sign,
): Promise<Published> {
  const { id, keys } = catalogue;
  const last = keys.at(-1)!;
  const set = keys.length > 1 ? await keysSigned(id, keys.length - 1, keys.at(-2)!, last, own, sign) : last;
  if (set.signatures.length > last.signatures.length) {
    // The text is another one now, so that all of its signatures are made anew.
    return {
      ...await write(target, { ...catalogue, keys: [...keys.slice(0, -1), set] }, key, null, sign),
      cosigned: true,
    };
  }
  const there = signaturesIn(signatures, MOST.signers);
  if (there.some(({ fingerprint }) => fingerprint === key.fingerprint)) {
    throw new CatalogueFault(
      "too-few-signatures",
      "you have signed it already",
      "Another of its publishers must sign it.",
    );
  }
  const made = await sign(text, NAMESPACE.catalogue, key);
  const all = [...there.map((one) => one.text), made].join("");
  await target.write(
    new Map([[FILES.signatures, new TextEncoder().encode(all)]]),
    `Sign version ${catalogue.version}`,
  );
  return { catalogue, signatures: there.length + 1, signedBy: nameOf(catalogue, key), cosigned: true };
}

function nameOf({ keys }: Catalogue, key: SigningKey): string {
  return keys.at(-1)!.signers.find((one) => one.key === key.key)?.name ?? key.comment;
}

/** Signs a catalogue and writes it with its bundles: these first, so that nothing is named that is not there. */
async function write(
  target: Target,
  catalogue: Catalogue,
  key: SigningKey,
  request: PublishRequest | null,
  sign: Sign,
): Promise<Published> {
  const text = `${JSON.stringify(catalogue, null, 1)}\n`;
  // A text that readers would refuse must not be published.
  readCatalogue(text);
  const signature = await sign(text, NAMESPACE.catalogue, key);
  const encode = (words: string) => new TextEncoder().encode(words);
  const files = new Map<string, Uint8Array>();
  for (const { bundle } of request?.bundles ?? []) files.set(bundleFile(bundle), archiveOf(bundle));
  files.set(
    FILES.signers,
    encode(keySetText(catalogue.id, catalogue.keys.length - 1, catalogue.keys.at(-1)!)),
  );
  files.set(FILES.catalogue, encode(text));
  files.set(FILES.signatures, encode(signature));
  await target.write(files, `Publish version ${catalogue.version}`);
  return { catalogue, signatures: 1, signedBy: nameOf(catalogue, key) };
}
