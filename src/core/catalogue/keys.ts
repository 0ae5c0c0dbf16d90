import { createHash } from "node:crypto";
import { Buffer } from "node:buffer";
import type { KeySet } from "./schema.ts";

/**
 * Purposes of signatures: of catalog.json, and of its key sets. A signature for one purpose is invalid for
 * the other.
 */
export const NAMESPACE = { catalogue: "kedge-catalog", keys: "kedge-catalog-keys" } as const;

/** Returns the fingerprint of a public key as `ssh-keygen -l` shows it: `SHA256:…`; null when the text is not a key. */
export function fingerprint(key: string): string | null {
  const text = key.trim();
  if (/^SHA256:[A-Za-z0-9+/]{43}$/.test(text)) return text;
  const blob = keyBlob(text);
  return blob && printOf(blob);
}

const printOf = (blob: Buffer) =>
  `SHA256:${createHash("sha256").update(blob).digest("base64").replace(/=+$/, "")}`;

/** Returns the bytes of a public key: `ssh-ed25519 AAAA… comment`; null when type and bytes do not match. */
function keyBlob(text: string): Buffer | null {
  const [type = "", data = ""] = text.split(/\s+/);
  if (!/^[A-Za-z0-9+/]{40,}={0,2}$/.test(data)) return null;
  const blob = Buffer.from(data, "base64");
  return readString(blob, 0)?.value.toString() === type ? blob : null;
}

/** An SSH signature with its key and purpose. */
export interface SignatureFacts {
  /** The armoured text. */
  readonly text: string;
  readonly fingerprint: string;
  readonly namespace: string;
}

const ARMOUR = /-----BEGIN SSH SIGNATURE-----\n([A-Za-z0-9+/=\n]+)-----END SSH SIGNATURE-----/g;

/** Returns the signatures in a text, in their order; other parts are ignored. */
export function signaturesIn(text: string, most: number): SignatureFacts[] {
  const found: SignatureFacts[] = [];
  for (const [armoured, body] of text.replaceAll("\r\n", "\n").matchAll(ARMOUR)) {
    const facts = signatureFacts(body!);
    if (facts) found.push({ ...facts, text: `${armoured}\n` });
    if (found.length >= most) break;
  }
  return found;
}

/** Parses the blob described in PROTOCOL.sshsig: magic, version, key, namespace. */
function signatureFacts(body: string): Omit<SignatureFacts, "text"> | null {
  const blob = Buffer.from(body, "base64");
  if (blob.subarray(0, 6).toString("latin1") !== "SSHSIG" || blob.length < 10) return null;
  if (blob.readUInt32BE(6) !== 1) return null;
  const key = readString(blob, 10);
  const namespace = key && readString(blob, key.end);
  if (!namespace) return null;
  return { fingerprint: printOf(key.value), namespace: namespace.value.toString() };
}

/** Reads a length of four bytes and that number of bytes after it; null when the blob ends earlier. */
function readString(blob: Buffer, at: number): { readonly value: Buffer; readonly end: number } | null {
  if (at + 4 > blob.length) return null;
  const end = at + 4 + blob.readUInt32BE(at);
  return end > blob.length ? null : { value: blob.subarray(at + 4, end), end };
}

/**
 * Returns the signed text of a key set: an `allowed_signers` file whose first line names the catalogue and
 * the number of the set.
 */
export function keySetText(
  catalogue: string,
  index: number,
  { threshold, signers }: Omit<KeySet, "signatures">,
): string {
  const lines = signers.map(({ name, key }) =>
    `${name} namespaces="${NAMESPACE.catalogue},${NAMESPACE.keys}" ${key}`
  );
  const head = `# Keys of the Kedge catalogue ${catalogue}: set ${
    index + 1
  }, ${threshold} of ${signers.length} must sign`;
  return [head, ...lines, ""].join("\n");
}

/** Returns the fingerprints of a set's keys. */
export function fingerprintsOf({ signers }: Pick<KeySet, "signers">): Set<string> {
  return new Set(signers.map(({ key }) => fingerprint(key) ?? ""));
}

/** Returns the signer in a set whose key has that fingerprint. */
export function signerOf(
  { signers }: Pick<KeySet, "signers">,
  print: string,
): KeySet["signers"][number] | undefined {
  return signers.find(({ key }) => fingerprint(key) === print);
}
