/** Names of parameters that give access to anybody who has the address: tokens, and the parts of a signature. */
export const CREDENTIAL_NAMES =
  /token|secret|signature|^sig$|pass(word|wd|phrase)?$|credential|(api|access|private)[-_]?key|^key$|auth|jwt|^x-(amz|goog|ms)-/i;

/** How addresses begin; a drive of Windows is one letter. */
const SCHEME = /^[a-z][a-z0-9+.-]+:\/\//i;

/**
 * An address as it may be shown and kept: without a user, a password, parameters that carry credentials, and what
 * follows a `#`. What is no address stays as it is; of one that is miswritten neither a user nor any parameter is left.
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
  // Deleting rewrites the rest, so that it is done only where it must be.
  for (const name of names) url.searchParams.delete(name);
  return url.href;
}

/** A source as it was named, but for the credentials of an address. */
export function sourceWithoutSecrets(source: string): string {
  if (!SCHEME.test(source)) return source;
  const shown = addressWithoutSecrets(source);
  return shown === URL.parse(source)?.href ? source : shown;
}
