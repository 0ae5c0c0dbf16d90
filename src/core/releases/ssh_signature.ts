import { createHash } from "node:crypto";

/** First and last line of a signature from `ssh-keygen -Y sign`. */
export const SIGNATURE_BEGIN = "-----BEGIN SSH SIGNATURE-----";
const SIGNATURE_END = "-----END SSH SIGNATURE-----";
const MAGIC = "SSHSIG", KEY_TYPE = "ssh-ed25519", HASHES = ["sha256", "sha512"];

/** Returns the 32 bytes of a public key in OpenSSH's format (`ssh-ed25519 AAAA…`); null for another kind of key. */
export function sshKey(text: string): Uint8Array<ArrayBuffer> | null {
  const [kind, base64, ...more] = text.trim().split(/\s+/);
  return kind === KEY_TYPE && base64 !== undefined && more.length <= 1 ? keyIn(decoded(base64)) : null;
}

/**
 * Returns whether a signature in the format of `ssh-keygen -Y sign -n NAMESPACE` was made with that key, over
 * that message and for that namespace (OpenSSH's PROTOCOL.sshsig). Starts no program.
 */
export async function isSignedBySsh(
  message: Uint8Array,
  signature: string,
  key: Uint8Array<ArrayBuffer>,
  namespace: string,
): Promise<boolean> {
  const text = signature.trim();
  if (!text.startsWith(SIGNATURE_BEGIN) || !text.endsWith(SIGNATURE_END)) return false;
  const blob = decoded(text.slice(SIGNATURE_BEGIN.length, -SIGNATURE_END.length).replaceAll(/\s/g, ""));
  const read = blob && reader(blob);
  if (!read || textOf(read.bytes(MAGIC.length)) !== MAGIC || read.number() !== 1) return false;
  const [signer, forWhat, reserved, hash, signed] = Array.from({ length: 5 }, read.part);
  if (!read.ended() || !signer || !signed || !equal(keyIn(signer), key)) return false;
  const hashName = textOf(hash);
  if (textOf(forWhat) !== namespace || !HASHES.includes(hashName)) return false;
  const inside = reader(signed);
  const kind = inside.part(), proof = inside.part();
  if (textOf(kind) !== KEY_TYPE || !inside.ended() || proof?.length !== 64) return false;
  const digest = createHash(hashName).update(message).digest();
  const parts = [forWhat!, reserved!, hash!, digest].flatMap((part) => [length(part), part]);
  const data = Uint8Array.from([...new TextEncoder().encode(MAGIC), ...parts.flatMap((part) => [...part])]);
  const verifier = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
  return await crypto.subtle.verify("Ed25519", verifier, proof, data);
}

/** Returns the bytes of a base64 text; null when it is invalid. */
function decoded(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.fromBase64(base64);
  } catch {
    return null;
  }
}

function keyIn(blob: Uint8Array | null): Uint8Array<ArrayBuffer> | null {
  if (!blob) return null;
  const read = reader(blob);
  const kind = read.part(), key = read.part();
  return textOf(kind) === KEY_TYPE && key?.length === 32 && read.ended() ? key : null;
}

/** Reads the parts of an SSH blob. A truncated part is undefined, and `ended` then stays false. */
function reader(blob: Uint8Array) {
  let at = 0, complete = true;
  const bytes = (count: number): Uint8Array<ArrayBuffer> | undefined => {
    if (!complete || at + count > blob.length) return void (complete = false);
    return new Uint8Array(blob.slice(at, at += count));
  };
  const number = () => {
    const four = bytes(4);
    return four && new DataView(four.buffer).getUint32(0);
  };
  return {
    bytes,
    number,
    part: () => {
      const count = number();
      return count === undefined ? undefined : bytes(count);
    },
    ended: () => complete && at === blob.length,
  };
}

function textOf(bytes: Uint8Array | undefined): string {
  return bytes ? new TextDecoder("latin1").decode(bytes) : "";
}

function length({ length }: Uint8Array): Uint8Array {
  const four = new Uint8Array(4);
  new DataView(four.buffer).setUint32(0, length);
  return four;
}

function equal(a: Uint8Array | null, b: Uint8Array): boolean {
  return a !== null && a.length === b.length && a.every((byte, index) => byte === b[index]);
}
