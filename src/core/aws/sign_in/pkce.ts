import { timingSafeEqual } from "node:crypto";

/** Proves that the program that redeems the code is the one that requested it (RFC 7636). */
interface Proof {
  readonly verifier: string;
  /** SHA-256 of the verifier, as base64url without padding. */
  readonly challenge: string;
}

/** Makes a new proof. */
export async function createProof(): Promise<Proof> {
  const verifier = randomText();
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return { verifier, challenge: base64url(new Uint8Array(digest)) };
}

/** Returns 256 random bits as 43 characters that are safe in an address. */
export function randomText(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

/** Compares two texts in a time that does not depend on where they differ. */
export function sameText(given: string, wanted: string): boolean {
  const [a, b] = [new TextEncoder().encode(given), new TextEncoder().encode(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function base64url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}
