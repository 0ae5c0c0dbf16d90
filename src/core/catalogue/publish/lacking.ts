import { fingerprintsOf, signaturesIn } from "../keys.ts";
import { MAX_COUNT } from "../limits.ts";
import type { Catalogue } from "../schema.ts";

/**
 * Returns what a published catalogue lacks before anybody takes it, as a sentence that ends with `how` the others
 * sign it; null when it lacks nothing. `signatures` is the number of those of its text.
 */
export function lackingWords(
  { catalogue: { keys }, signatures }: { readonly catalogue: Catalogue; readonly signatures: number },
  how: string,
): string | null {
  const set = keys.at(-1)!, before = keys.at(-2);
  if (signatures < set.threshold) {
    return `${signatures} of ${set.threshold} signatures are there: another publisher signs it ${how}.`;
  }
  const by = new Set(
    signaturesIn(set.signatures.join("\n"), 2 * MAX_COUNT.signers).map(({ fingerprint }) => fingerprint),
  );
  const isSigned = before === undefined ||
    [before, set].every((one) => fingerprintsOf(one).intersection(by).size >= one.threshold);
  return isSigned ? null : `Its new keys still lack signatures: another publisher signs them ${how}.`;
}
