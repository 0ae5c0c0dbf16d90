/** Names of parameters that open something to whoever has the address: tokens, and the parts of a signature. */
const CREDENTIAL =
  /token|secret|signature|^sig$|pass(word|wd|phrase)?$|credential|(api|access|private)[-_]?key|^key$|auth|jwt|^x-(amz|goog|ms)-/i;

/**
 * An address as it may be shown and kept: without a user, a password, parameters that carry credentials, and what
 * follows a `#`. What is no address stays as it is.
 */
export function addressWithoutSecrets(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  url.username = url.password = url.hash = "";
  const names = [...url.searchParams.keys()].filter((name) => CREDENTIAL.test(name));
  // Deleting rewrites the rest, so that it is done only where it must be.
  for (const name of names) url.searchParams.delete(name);
  return url.href;
}

/** A source as it was named, but for the credentials of an address. */
export function sourceWithoutSecrets(source: string): string {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(source) || !URL.canParse(source)) return source;
  const shown = addressWithoutSecrets(source);
  return shown === new URL(source).href ? source : shown;
}
