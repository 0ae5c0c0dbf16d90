/** Names of parameters that give anybody with the address access: tokens and the parts of a signature. */
export const CREDENTIAL_NAMES =
  /token|secret|signature|^sig$|pass(word|wd|phrase)?$|credential|(api|access|private)[-_]?key|^key$|auth|jwt|^x-(amz|goog|ms)-/i;

/** Scheme of an address. It has at least two letters because one letter is a Windows drive. */
const SCHEME = /^[a-z][a-z0-9+.-]+:\/\//i;

/**
 * Returns an address that may be shown and saved: without user, password, parameters that carry credentials,
 * and fragment. A text that is not an address is returned unchanged; a malformed address loses its user and
 * all parameters.
 */
export function addressWithoutSecrets(address: string): string {
  if (!URL.canParse(address)) {
    const scheme = SCHEME.exec(address)?.[0];
    if (scheme === undefined) return address;
    return scheme + address.slice(scheme.length).replace(/^.*@/s, "").replace(/[?#].*/s, "");
  }
  const url = new URL(address);
  url.username = url.password = url.hash = "";
  const names = [...url.searchParams.keys()].filter((name) => CREDENTIAL_NAMES.test(name));
  // Deleting a parameter rewrites the others, so it is done only when necessary.
  for (const name of names) url.searchParams.delete(name);
  return url.href;
}

/** Returns a source as the user wrote it, but without the credentials of an address. */
export function sourceWithoutSecrets(source: string): string {
  if (!SCHEME.test(source)) return source;
  const shown = addressWithoutSecrets(source);
  return shown === URL.parse(source)?.href ? source : shown;
}
