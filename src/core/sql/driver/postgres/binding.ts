import { createHash, X509Certificate } from "node:crypto";
import type { Buffer } from "node:buffer";

/** The hashes of signatures, by their object identifiers. RFC 5929 takes SHA-256 for those that are too weak. */
const HASHES: Readonly<Record<string, string>> = {
  "1.2.840.113549.1.1.4": "sha256",
  "1.2.840.113549.1.1.5": "sha256",
  "1.2.840.113549.1.1.11": "sha256",
  "1.2.840.113549.1.1.12": "sha384",
  "1.2.840.113549.1.1.13": "sha512",
  "1.2.840.10045.4.1": "sha256",
  "1.2.840.10045.4.3.2": "sha256",
  "1.2.840.10045.4.3.3": "sha384",
  "1.2.840.10045.4.3.4": "sha512",
};

/**
 * What binds a proof to the very TLS connection (tls-server-end-point of RFC 5929): the hash of the server's certificate.
 * Null where its signature names none, as that of Ed25519.
 */
export function endPoint(certificate: Buffer | undefined): Buffer | null {
  if (certificate === undefined) return null;
  try {
    const { signatureAlgorithmOid = "" } = new X509Certificate(certificate) as {
      signatureAlgorithmOid?: string;
    };
    const hash = HASHES[signatureAlgorithmOid];
    return hash === undefined ? null : createHash(hash).update(certificate).digest();
  } catch {
    return null;
  }
}
