import { type Bundle, packBundle } from "../../bundle/mod.ts";
import { LIMITS } from "../../bundle/limits.ts";
import { CatalogueError } from "../error.ts";
import { keySetText, NAMESPACE } from "../keys.ts";
import { FILES } from "../limits.ts";
import { catalogueDigest, readCatalogue } from "../read.ts";
import type { Catalogue, KeySet } from "../schema.ts";
import { checkCurrent, type Checked, type CheckParts, type Current, currentOf } from "./current.ts";
import { bundleFile, type CatalogueChange, catalogueTime, namedVersions, nextCatalogue } from "./next.ts";
import { keysSigned, type Sign, unsignedBy } from "./new_keys.ts";
import { keyAmong, keysFor, type SigningKey, signText } from "./sign.ts";
import { hasOnly, signedLines } from "./signed_lines.ts";
import type { Target } from "./target.ts";

/** A request to publish. */
export interface PublishRequest {
  readonly bundles: readonly { readonly bundle: Bundle; readonly news?: string }[];
  readonly withdraw?: CatalogueChange["withdraw"];
  /** New keys. */
  readonly signers?: Pick<KeySet, "threshold" | "signers">;
  /** The name of a new catalogue. */
  readonly name?: string;
  /** The file of the key to sign with; when absent, a suitable key of the user. */
  readonly key?: string;
  /** Fingerprint of the key that the user chose, which may be only in the agent; no other key signs then. */
  readonly fingerprint?: string;
  /** Days until the catalogue expires. */
  readonly days: number;
  /**
   * Digest of the catalogue that was shown to the user; null when there was none. Absent when the user wants
   * to be shown nothing: then another publisher's catalogue is signed only when it has nothing but the request.
   */
  readonly shown?: string | null;
}

/** The result of publishing. */
interface Published {
  readonly catalogue: Catalogue;
  /** Number of valid signatures; with fewer than required the catalogue is not accepted by readers. */
  readonly signatures: number;
  readonly signedBy: string;
  /** Set when only the user's signature was added to another publisher's catalogue. */
  readonly cosigned?: true;
}

/**
 * Publishes a new version of a catalogue: with new bundles, withdrawals or keys, or only with a later end. A
 * target without a catalogue gets its first one, signed with the user's key. A catalogue of another publisher
 * that lacks signatures gets the user's signature. Throws a {@link CatalogueError}; then nothing was
 * published.
 */
export async function publish(
  target: Target,
  request: PublishRequest,
  { now, kedge, signal, ...check }: CheckParts & {
    readonly now: number;
    readonly kedge: string;
    /** Aborts the publishing; once files are being written, it only aborts a push. */
    readonly signal?: AbortSignal;
  },
): Promise<Published> {
  const current = await currentOf(target);
  if (request.shown !== undefined && request.shown !== (current && catalogueDigest(current.text))) {
    throw new CatalogueError(
      "overtaken",
      "the catalogue was changed since it was shown",
      "Look at it again.",
    );
  }
  const keys = await keysFor(request);
  const sign: Sign = (text, namespace, key) => signText(text, namespace, key, signal);
  const parts = { now, kedge, days: request.days };
  const bundles = () => request.bundles.map((one) => ({ ...one, archive: archiveOf(one.bundle) }));
  if (!current && request.withdraw) {
    throw new CatalogueError("missing", "there is no catalogue to withdraw it from", "Check --to.");
  }
  if (!current) {
    const made = nextCatalogue(emptyCatalogue(request, keys), { bundles: bundles() }, parts);
    return await write(target, made, keyAmong(keys, made), request, sign);
  }
  const { signatures, enough, before } = await checkCurrent(current, check);
  const isChange = request.signers !== undefined && request.key !== undefined;
  const key = keyAmong(keys, current.catalogue, isChange);
  if (!enough && nothingNew(current, request)) {
    const sets = current.catalogue.keys, [old] = sets.slice(-2, -1);
    const needsKeys = old !== undefined && unsignedBy(old, sets.at(-1)!, keys).length > 0;
    if (!needsKeys) refuseSigned(signatures, key);
    if (request.shown === undefined) {
      refuseUnseen(before?.catalogue ?? null, current.catalogue, request, now, key);
    }
    return await cosign(target, current, signatures, key, keys, sign);
  }
  if (!enough) {
    throw new CatalogueError(
      "too-few-signatures",
      "the catalogue there still lacks signatures",
      "Let another of its publishers sign it first, by the command that began it.",
    );
  }
  const { id, keys: sets } = current.catalogue;
  const set = request.signers && { ...request.signers, signatures: [] };
  const change: CatalogueChange = {
    bundles: bundles(),
    ...(request.withdraw && { withdraw: request.withdraw }),
    ...(set && { keys: await keysSigned(id, sets.length, sets.at(-1)!, set, keys, sign) }),
  };
  const next = nextCatalogue(current.catalogue, change, parts);
  return await write(target, next, keyAmong(keys, next, isChange), request, sign);
}

/**
 * Returns in lines what the user signs as a whole, when publishing only adds a signature to the version that
 * another publisher made; null when it makes a new version. Throws a {@link CatalogueError}.
 */
export async function cosignedLines(
  current: Current,
  request: Pick<PublishRequest, "bundles" | "withdraw" | "signers">,
  check: CheckParts,
): Promise<readonly string[] | null> {
  const { signatures, enough, before } = await checkCurrent(current, check);
  if (enough || !nothingNew(current, request)) return null;
  return signedLines(current.catalogue, signatures.map(({ name }) => name), before?.catalogue ?? null);
}

/** Whether a request has nothing that the catalogue there does not have. */
function nothingNew(
  { catalogue }: Current,
  { bundles, withdraw, signers }: Pick<PublishRequest, "bundles" | "withdraw" | "signers">,
): boolean {
  const { id, keys, extensions, withdrawn } = catalogue;
  const set = (one: Omit<KeySet, "signatures">) => keySetText(id, keys.length - 1, one);
  const named = withdraw && namedVersions(extensions, withdraw);
  return (!signers || set(signers) === set(keys.at(-1)!)) &&
    (!named || named.length > 0 && named.every(({ hash }) => withdrawn.some((one) => one.hash === hash))) &&
    bundles.every(({ bundle }) =>
      extensions.some(({ versions }) => versions.some(({ hash }) => hash === bundle.hash))
    );
}

/**
 * Throws when a catalogue has more than a request since the one `accepted` last. Nothing can have been accepted
 * before the first version; that one has only what was asked for when the request names its keys, too, and
 * would have begun it with the same ones and the same name.
 */
function refuseUnseen(
  accepted: Catalogue | null,
  after: Catalogue,
  request: PublishRequest,
  now: number,
  key: SigningKey,
): void {
  const { signers, ...rest } = request;
  const isFirst = !accepted && signers !== undefined && after.version === 1;
  const before = isFirst ? { ...after, ...emptyCatalogue(request, [key]), id: after.id } : accepted;
  const asked = before && askedFor(before, after, isFirst ? rest : request);
  const hasMore = !before || !asked || !hasOnly(after, before, asked);
  // No version follows the highest one, and by its dates a list could end too soon or too late.
  const isAsked = !hasMore && after.version === asked.version && after.expires === asked.expires &&
    after.published >= before.published && after.published <= catalogueTime(now);
  if (isAsked) return;
  const [what, look] = isFirst && before?.name !== after.name
    ? ["another name", "Name the same --name, or look"]
    : hasMore
    ? ["more", "Look"]
    : ["another version or end", "Name the same --days, or look"];
  throw new CatalogueError(
    "refused",
    before
      ? `the catalogue that lacks your signature has ${what} than you ask for`
      : "this Kedge has not taken the catalogue before, so it cannot tell what is new in it",
    `${look} at all of it: the same command without --yes and --json.`,
  );
}

/** Returns the catalogue `before` with a request, made as `after` was; null when that cannot be made. */
function askedFor(
  before: Catalogue,
  { extensions, published }: Catalogue,
  { bundles, withdraw, signers, days }: PublishRequest,
): Catalogue | null {
  const versions = extensions.flatMap(({ versions }) => versions);
  const kedge = versions.find(({ hash }) => hash === bundles[0]?.bundle.hash)?.review.kedge ?? "";
  const change = {
    bundles: bundles.map((one) => ({ ...one, archive: archiveOf(one.bundle) })),
    ...(withdraw && { withdraw }),
    ...(signers && { keys: { ...signers, signatures: [] } }),
  };
  try {
    return nextCatalogue(before, change, { now: Date.parse(published), days, kedge });
  } catch (error) {
    if (error instanceof CatalogueError) return null;
    throw error;
  }
}

const archiveOf = (bundle: Bundle) => packBundle(bundle.files, LIMITS.bundle)!;

/** Returns the catalogue before the first one of a target; readers must trust the user's key. */
function emptyCatalogue(request: PublishRequest, [key]: readonly SigningKey[]) {
  if (!key) throw noKey("you have no key of SSH");
  const signers = request.signers ?? {
    threshold: 1,
    signers: [{ name: signerName(key.comment), key: key.key }],
  };
  return {
    id: crypto.getRandomValues(new Uint8Array(16)).toHex(),
    name: request.name ?? "Catalogue",
    version: 0,
    keys: [{ ...signers, signatures: [] }],
    extensions: [],
    withdrawn: [],
  };
}

/** Returns a name for `allowed_signers` from the comment of a key. */
function signerName(comment: string): string {
  return comment.replace(/[^A-Za-z0-9@._+-]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 200) || "publisher";
}

function noKey(why: string): CatalogueError {
  return new CatalogueError("no-key", why, "Make one (ssh-keygen -t ed25519), or name it: --key FILE");
}

/** Adds the user's signature to a catalogue of another publisher with its valid signatures. */
async function cosign(
  target: Target,
  { catalogue, text }: Current,
  there: Checked["signatures"],
  key: SigningKey,
  own: readonly SigningKey[],
  sign: Sign,
): Promise<Published> {
  const { id, keys } = catalogue;
  const last = keys.at(-1)!;
  const set = keys.length > 1 ? await keysSigned(id, keys.length - 1, keys.at(-2)!, last, own, sign) : last;
  if (set.signatures.length > last.signatures.length) {
    // The text has changed, so all of its signatures must be made again.
    return {
      ...await write(target, { ...catalogue, keys: [...keys.slice(0, -1), set] }, key, null, sign),
      cosigned: true,
    };
  }
  refuseSigned(there, key);
  const made = await sign(text, NAMESPACE.catalogue, key);
  const all = [...there.map((one) => one.text), made].join("");
  await target.write(
    new Map([[FILES.signatures, new TextEncoder().encode(all)]]),
    `Sign version ${catalogue.version}`,
  );
  return { catalogue, signatures: there.length + 1, signedBy: nameOf(catalogue, key), cosigned: true };
}

/** Throws when a key has signed a catalogue. */
function refuseSigned(there: Checked["signatures"], key: SigningKey): void {
  if (!there.some(({ fingerprint }) => fingerprint === key.fingerprint)) return;
  throw new CatalogueError(
    "too-few-signatures",
    "you have signed it already",
    "Another of its publishers must sign it.",
  );
}

function nameOf({ keys }: Catalogue, key: SigningKey): string {
  return keys.at(-1)!.signers.find((one) => one.key === key.key)?.name ?? key.comment;
}

/**
 * Signs a catalogue and writes it with its bundles. The bundles come first, so that the catalogue never names
 * a missing file.
 */
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
