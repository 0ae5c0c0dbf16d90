import { Buffer } from "node:buffer";
import { createHash, createPrivateKey, pbkdf2Sync, randomBytes, sign } from "node:crypto";
import { ed25519 } from "@noble/curves/ed25519.js";
import { broken, DriverError } from "../errors.ts";

/** The order of the curve's base point (RFC 8032). */
const ORDER = ed25519.Point.Fn.ORDER;
/** PKCS #8 header before a key of 32 bytes. */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");
/** PBKDF2 rounds of `parsec`, and how often a server may double them. */
const ROUNDS = 1024, MAX_DOUBLED = 8;

const sha512 = (...parts: Uint8Array[]) => createHash("sha512").update(Buffer.concat(parts)).digest();
const littleEndian = (bytes: Uint8Array) =>
  BigInt(`0x${Buffer.from(bytes).reverse().toString("hex") || "0"}`);
const modulo = (value: bigint) => ((value % ORDER) + ORDER) % ORDER;

/**
 * Returns the answer for MariaDB's `ed25519`: a signature of the challenge. Its key is a hash of the
 * password, where RFC 8032 hashes a seed of 32 bytes, so libraries cannot make this signature.
 */
export function ed25519Answer(password: string, challenge: Uint8Array): Buffer {
  const { Point } = ed25519;
  const hashed = sha512(Buffer.from(password));
  const scalar = Buffer.from(hashed.subarray(0, 32));
  scalar[0]! &= 248;
  scalar[31] = scalar[31]! & 63 | 64;
  const secret = modulo(littleEndian(scalar));
  const publicKey = Point.BASE.multiply(secret).toBytes();
  const nonce = modulo(littleEndian(sha512(hashed.subarray(32), challenge)));
  const point = Point.BASE.multiply(nonce).toBytes();
  const proof = modulo(nonce + modulo(littleEndian(sha512(point, publicKey, challenge))) * secret);
  const last = Buffer.from(proof.toString(16).padStart(64, "0"), "hex").reverse();
  return Buffer.concat([point, last]);
}

/**
 * Returns the answer for MariaDB's `parsec`: the random bytes of both sides, signed by a key made from the
 * password with the salt and rounds that the server gives. Throws a DriverError when the server asks for too
 * many rounds.
 */
export function parsecAnswer(password: string, challenge: Uint8Array, salt: Uint8Array): Buffer {
  if (salt.length < 3 || salt[0] !== 0x50) throw broken("a sign-in that does not fit");
  const doubled = salt[1]!;
  if (doubled > MAX_DOUBLED) {
    throw new DriverError(
      "AUTH",
      `the server asks for ${ROUNDS} × 2^${doubled} rounds of hashing, more than Kedge does`,
    );
  }
  const seed = pbkdf2Sync(password, salt.subarray(2), ROUNDS << doubled, 32, "sha512");
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" });
  const nonce = randomBytes(32);
  return Buffer.concat([nonce, sign(null, Buffer.concat([challenge, nonce]), key)]);
}
