import { formatNumber } from "../text/locale.ts";
import { CatalogueError } from "./error.ts";
import {
  fingerprint,
  fingerprintsOf,
  keySetText,
  NAMESPACE,
  type SignatureFacts,
  signaturesIn,
  signerOf,
} from "./keys.ts";
import { MAX_COUNT } from "./limits.ts";
import { catalogueDigest, readCatalogue } from "./read.ts";
import type { Catalogue, KeySet } from "./schema.ts";

/** The state of a catalogue when it was last accepted. */
export interface Known {
  readonly id: string;
  readonly version: number;
  /** SHA-256 of catalog.json. */
  readonly digest: string;
  /** The newest keys in the form of {@link keySetText}; null when the user has changed the trusted keys since. */
  readonly keys: string | null;
}

/** A catalogue as its source provides it. */
export interface Offered {
  /** Content of catalog.json. */
  readonly text: string;
  /** Content of catalog.json.sig: the signatures one after the other. */
  readonly signatures: string;
}

/** Verifies with `ssh-keygen -Y verify` that a text was signed with that key. */
export type Verify = (
  text: string,
  signature: SignatureFacts,
  signer: { readonly name: string; readonly key: string },
) => Promise<boolean>;

/** A catalogue that passed all checks. */
export interface Accepted {
  readonly catalogue: Catalogue;
  readonly digest: string;
  /** The newest keys in signed form. */
  readonly keys: string;
  /** Names of the signers. */
  readonly signedBy: readonly string[];
}

/** A signature that was verified, with the name of its signer. */
export interface ValidSignature extends SignatureFacts {
  readonly name: string;
}

/** What a home knows of a catalogue and trusts, and how signatures are verified. */
interface AcceptParts {
  readonly known: Known | null;
  /** Public keys or fingerprints in the configuration. */
  readonly trusted: readonly string[];
  readonly verify: Verify;
}

/**
 * Decides whether a catalogue is accepted: signed with keys that the user trusts, or with keys that those
 * have signed; the same catalogue as before, and not an older version. A catalogue past its end date is
 * accepted because its withdrawals count. Throws a {@link CatalogueError}.
 */
export async function acceptCatalogue(
  { text, signatures }: Offered,
  { known, trusted, verify }: AcceptParts,
): Promise<Accepted> {
  const catalogue = readCatalogue(text), digest = catalogueDigest(text);
  if (known && known.id !== catalogue.id) {
    throw new CatalogueError(
      "other-catalogue",
      "another catalogue lies at this address now",
      "Ask whoever publishes it. If it was begun again, remove it and add it again; its keys are then shown anew.",
    );
  }
  refuseOlder(catalogue, known);
  const from = trustedSet(catalogue, known, trusted);
  const given = signaturesOf(signatures);
  if (from === null) {
    if (trusted.length > 0) throw foreignKeys();
    throw new CatalogueError(
      "untrusted",
      "nobody has looked at the keys of this catalogue yet",
      "Compare its keys with what its publishers say, then trust them.",
    );
  }
  const valid = await checkSignatures(catalogue, text, given, from, verify);
  if (known && catalogue.version === known.version && digest !== known.digest) {
    throw new CatalogueError(
      "two-of-one-version",
      `there are two catalogues of version ${formatNumber(catalogue.version)}`,
      "Parts of both may be served. Its publishers should publish once more.",
    );
  }
  const keys = textOf(catalogue, catalogue.keys.length - 1);
  return { catalogue, digest, keys, signedBy: valid.map(({ name }) => name) };
}

/**
 * Checks that a catalogue is signed with the keys that it names itself, which is all that can be checked
 * before anybody trusts them. Returns the catalogue and its signers. Throws a {@link CatalogueError}.
 */
export async function readUntrusted(
  { text, signatures }: Offered,
  verify: Verify,
): Promise<{ readonly catalogue: Catalogue; readonly signedBy: readonly string[] }> {
  const catalogue = readCatalogue(text);
  const valid = await checkSignatures(catalogue, text, signaturesOf(signatures), 0, verify);
  return { catalogue, signedBy: valid.map(({ name }) => name) };
}

/**
 * Checks a catalogue for somebody who publishes it: that its publishers made it, and no older one than was
 * accepted. One that is `unfinished` still lacks signatures: then one key of its newest set must have signed
 * it, and one key of the set before that set. Returns the valid signatures. Throws a {@link CatalogueError}.
 */
export async function checkForPublisher(
  { text, signatures }: Offered,
  { known, trusted, verify }: AcceptParts,
  unfinished: boolean,
): Promise<readonly ValidSignature[]> {
  const catalogue = readCatalogue(text);
  refuseOlder(catalogue, known);
  // Where no key is trusted, the first keys count, as for everybody who looks at the catalogue.
  const from = trusted.length === 0 ? 0 : trustedSet(catalogue, known, trusted);
  const given = signaturesOf(signatures);
  if (from === null) throw foreignKeys();
  return await checkSignatures(catalogue, text, given, from, verify, unfinished);
}

function refuseOlder({ version }: Catalogue, known: Known | null): void {
  if (!known || version >= known.version) return;
  throw new CatalogueError(
    "older",
    `an older catalogue is served: version ${formatNumber(version)}, and ${
      formatNumber(known.version)
    } was here before`,
    "Somebody may hide what was withdrawn since, or a copy was restored. Ask whoever publishes it.",
  );
}

/** Returns the signatures in catalog.json.sig. Throws when there is none. */
function signaturesOf(text: string): SignatureFacts[] {
  const given = signaturesIn(text, MAX_COUNT.signers);
  if (given.length > 0) return given;
  throw new CatalogueError("unsigned", "this catalogue is not signed", "Ask whoever publishes it.");
}

function foreignKeys(): CatalogueError {
  return new CatalogueError(
    "changed-keys",
    "this catalogue is signed by other keys than those that you trust",
    "The new keys are not signed by the old ones. Ask its publishers by another way than this address.",
  );
}

/** Returns the index of the newest key set that the user already trusts; null when there is none. */
function trustedSet(catalogue: Catalogue, known: Known | null, trusted: readonly string[]): number | null {
  const prints = new Set(trusted.map(fingerprint).filter((print) => print !== null));
  if (prints.size === 0) return null;
  for (let at = catalogue.keys.length - 1; at >= 0; at--) {
    if (known && known.keys !== null) {
      if (known.keys === textOf(catalogue, at)) return at;
    } else if ([...fingerprintsOf(catalogue.keys[at]!)].every((print) => prints.has(print))) return at;
  }
  return null;
}

const textOf = (catalogue: Catalogue, at: number) => keySetText(catalogue.id, at, catalogue.keys[at]!);

/**
 * Follows the key sets from the trusted to the newest one, each signed by the one before, and checks the
 * catalogue's signatures with the newest. Of an `unfinished` catalogue one signature of the newest set by the
 * set before, and one of the text, are enough. Returns the valid signatures of the text.
 */
async function checkSignatures(
  catalogue: Catalogue,
  text: string,
  given: readonly SignatureFacts[],
  from: number,
  verify: Verify,
  unfinished = false,
): Promise<readonly ValidSignature[]> {
  const newest = catalogue.keys.length - 1;
  for (let at = from + 1; at <= newest; at++) {
    const set = catalogue.keys[at]!, before = catalogue.keys[at - 1]!;
    const by = signaturesIn(set.signatures.join("\n"), 2 * MAX_COUNT.signers);
    const words = textOf(catalogue, at);
    for (const signers of [before, set]) {
      const needed = unfinished && at === newest ? Number(signers === before) : signers.threshold;
      const { valid } = await validOf(words, by, signers, NAMESPACE.keys, verify);
      if (valid.length >= needed) continue;
      throw new CatalogueError(
        "changed-keys",
        `the keys of this catalogue were changed, and ${
          signers === before ? "the old ones have not signed that" : "the new ones have not signed"
        }`,
        "Ask its publishers by another way than this address.",
      );
    }
  }
  const last = catalogue.keys[newest]!;
  const { valid, foreign } = await validOf(text, given, last, NAMESPACE.catalogue, verify);
  if (valid.length >= (unfinished ? 1 : last.threshold)) return valid;
  if (valid.length > 0) {
    throw new CatalogueError(
      "too-few-signatures",
      `${valid.length} of ${last.threshold} needed signatures are there`,
      "Another of its publishers must sign it.",
    );
  }
  throw foreign
    ? new CatalogueError(
      "changed-keys",
      "this catalogue is signed by a key that is none of its own",
      "Ask its publishers by another way than this address.",
    )
    : new CatalogueError(
      "wrong-signature",
      "the signature is not of this catalogue: it was changed, or parts of two are mixed",
      "Try again in a minute; if it stays so, ask its publishers.",
    );
}

/** Returns the valid signatures of a text, one for each key; `foreign` is true when all are by other keys. */
async function validOf(
  text: string,
  given: readonly SignatureFacts[],
  set: KeySet,
  namespace: string,
  verify: Verify,
): Promise<{ readonly valid: readonly ValidSignature[]; readonly foreign: boolean }> {
  const valid = new Map<string, ValidSignature>();
  let trusted = 0;
  for (const signature of given) {
    const signer = signerOf(set, signature.fingerprint);
    if (!signer) continue;
    trusted++;
    if (valid.has(signature.fingerprint) || signature.namespace !== namespace) continue;
    if (await verify(text, signature, signer)) {
      valid.set(signature.fingerprint, { ...signature, name: signer.name });
    }
  }
  return { valid: [...valid.values()], foreign: trusted === 0 };
}

/** Returns whether a catalogue has expired at a time (ms since 1970). Nothing is installed from an expired one. */
export function isExpired({ expires }: Pick<Catalogue, "expires">, now: number): boolean {
  return now > Date.parse(expires);
}
