import { CatalogueError } from "../error.ts";
import { fingerprint, fingerprintsOf, keySetText, NAMESPACE, signaturesIn } from "../keys.ts";
import { MAX_COUNT } from "../limits.ts";
import type { KeySet } from "../schema.ts";
import type { SigningKey } from "./sign.ts";

/** Signs a text with a key; the signal of the publishing aborts it. */
export type Sign = (text: string, namespace: string, key: SigningKey) => Promise<string>;

/**
 * Returns a key set that is also signed with those of the keys that belong to it or to the set before it.
 * Throws when none of the set before has signed it then, or when too few ever can: no reader would accept it.
 */
export async function keysSigned(
  id: string,
  index: number,
  before: KeySet,
  set: KeySet,
  keys: readonly SigningKey[],
  sign: Sign,
): Promise<KeySet> {
  const old = fingerprintsOf(before), fresh = fingerprintsOf(set), there = signersOf(set);
  const signatures = [...set.signatures];
  let refused: CatalogueError | undefined;
  for (const key of unsignedBy(before, set, keys)) {
    if (signatures.length >= MAX_COUNT.signers) break;
    try {
      signatures.push(await sign(keySetText(id, index, set), NAMESPACE.keys, key));
      there.add(key.fingerprint);
    } catch (error) {
      if (!(error instanceof CatalogueError) || error.code === "cancelled") throw error;
      // The private key may be on another machine, so another key may still work.
      if (old.has(key.fingerprint)) refused ??= error;
    }
  }
  if (refused && old.isDisjointFrom(there)) throw refused;
  // Only who has a key of the new set can sign it later, with an old one too.
  const can = before.signers.filter(({ name, key }) => {
    const print = fingerprint(key) ?? "";
    return there.has(print) || fresh.has(print) || set.signers.some((one) => one.name === name);
  });
  if (can.length < before.threshold) {
    throw new CatalogueError(
      "refused",
      `${before.threshold} of the keys before must sign the new ones, and too few of their owners have a new one (by the same name)`,
      "First publish the keys of now with a lower threshold (--signers with today's keys, --threshold N); then take keys out.",
    );
  }
  return { ...set, signatures };
}

/** Returns those of the keys that belong to a key set or to the one before it, and have not signed it. */
export function unsignedBy(before: KeySet, set: KeySet, keys: readonly SigningKey[]): SigningKey[] {
  const may = fingerprintsOf(before).union(fingerprintsOf(set)).difference(signersOf(set));
  return keys.filter(({ fingerprint }) => may.has(fingerprint));
}

/** Returns the fingerprints of the keys that have signed a key set. */
function signersOf({ signatures }: KeySet): Set<string> {
  return new Set(
    signaturesIn(signatures.join("\n"), MAX_COUNT.signers).map(({ fingerprint }) => fingerprint),
  );
}
