import { constants, createHash, publicEncrypt } from "node:crypto";
import { Buffer } from "node:buffer";
import { mayAnswer } from "../clear_password.ts";
import type { Target } from "../connection.ts";
import { broken } from "../errors.ts";
import type { Wire } from "../wire.ts";
import type { Packets } from "./packets.ts";

const hash = (name: "sha1" | "sha256", ...parts: Uint8Array[]) =>
  createHash(name).update(Buffer.concat(parts)).digest();
const xor = (a: Uint8Array, b: Uint8Array) => Buffer.from(a.map((byte, i) => byte ^ b[i % b.length]!));
const zeroEnded = (password: string) => Buffer.from(`${password}\0`);

/** What is needed to answer a server's password plugin. */
interface PasswordRequest {
  readonly plugin: string;
  readonly password: string;
  readonly challenge: Uint8Array;
  readonly wire: Wire;
  readonly target: Pick<Target, "allowCleartextPassword" | "serverPublicKey">;
  /** Reports a warning about a proof to the user. */
  readonly warn: (message: string) => void;
}

/** Returns the first answer to a plugin; null when Kedge does not know the plugin. */
export async function firstAnswer(asked: PasswordRequest): Promise<Buffer | null> {
  const { plugin, password, challenge, wire, target, warn } = asked;
  const bytes = Buffer.from(password);
  const salt = challenge.subarray(0, 20);
  switch (plugin) {
    case "mysql_native_password": {
      if (password === "") return Buffer.alloc(0);
      const weak = mayAnswer("weak proof", wire, target);
      if (weak) warn(weak);
      const once = hash("sha1", bytes);
      return xor(once, hash("sha1", salt, hash("sha1", once)));
    }
    case "caching_sha2_password": {
      if (password === "") return Buffer.alloc(0);
      const once = hash("sha256", bytes);
      return xor(once, hash("sha256", hash("sha256", once), salt));
    }
    case "sha256_password":
      if (password === "") return Buffer.alloc(1);
      if (wire.encrypted || wire.socket !== undefined) return zeroEnded(password);
      if (target.serverPublicKey !== undefined) return seal(password, challenge, target.serverPublicKey);
      mayAnswer("password", wire, target);
      // 1 asks for the server's key, because nothing else protects the password.
      return Buffer.from([1]);
    case "mysql_clear_password":
      // Directories and tokens of AWS use this plugin too; on a plain connection anybody could read what it
      // sends.
      mayAnswer("password", wire, target);
      return zeroEnded(password);
    case "client_ed25519":
      return (await signatures()).ed25519Answer(password, challenge.subarray(0, 32));
    case "parsec":
      // The server sends next how the password is to be hashed.
      return Buffer.alloc(0);
    default:
      return null;
  }
}

const signatures = () => import("./signatures.ts");

/** Answers a plugin that asks for more. The packet read begins after its mark. */
export async function further(packets: Packets, asked: PasswordRequest): Promise<void> {
  const { plugin, password, challenge, wire, target } = asked;
  if (plugin === "parsec") {
    const challengeMore = packets.bytes(packets.size);
    return packets.answer(
      (await signatures()).parsecAnswer(password, challenge.subarray(0, 32), challengeMore),
    );
  }
  if (plugin === "sha256_password") return packets.answer(seal(password, challenge, packets.rest()));
  if (plugin !== "caching_sha2_password") throw broken("more than the sign-in has");
  const state = packets.int(1);
  // 3: the server accepted the proof, and says so in the next packet. 4: it wants the password itself.
  if (state === 3) return;
  if (state !== 4) throw broken("a sign-in that does not fit");
  if (wire.encrypted || wire.socket !== undefined) return packets.answer(zeroEnded(password));
  if (target.serverPublicKey !== undefined) {
    return packets.answer(seal(password, challenge, target.serverPublicKey));
  }
  mayAnswer("password", wire, target);
  packets.answer(Buffer.from([2]));
  await packets.next();
  if (packets.int(1) !== 1) throw broken("no key for the password");
  packets.answer(seal(password, challenge, packets.rest()));
}

/** Returns the password encrypted for the owner of a key. */
function seal(password: string, challenge: Uint8Array, key: string): Buffer {
  try {
    return publicEncrypt(
      { key, padding: constants.RSA_PKCS1_OAEP_PADDING },
      xor(zeroEnded(password), challenge.subarray(0, 20)),
    );
  } catch {
    throw broken("a key that is none");
  }
}
