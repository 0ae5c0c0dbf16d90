import { constants, createHash, publicEncrypt } from "node:crypto";
import { Buffer } from "node:buffer";
import { broken, Fault } from "../fault.ts";
import type { Packets } from "./packets.ts";

const hash = (name: "sha1" | "sha256", ...parts: Uint8Array[]) => {
  const hashing = createHash(name);
  for (const part of parts) hashing.update(part);
  return hashing.digest();
};
const xor = (a: Uint8Array, b: Uint8Array) => Buffer.from(a.map((byte, i) => byte ^ b[i % b.length]!));
const zeroEnded = (password: string) => Buffer.from(`${password}\0`);

/** What stands for the password in the plugin's first answer; null: Kedge does not know the plugin. */
export function firstAnswer(
  plugin: string,
  password: string,
  challenge: Uint8Array,
  encrypted: boolean,
): Buffer | null {
  const bytes = Buffer.from(password);
  const salt = challenge.subarray(0, 20);
  switch (plugin) {
    case "mysql_native_password": {
      if (password === "") return Buffer.alloc(0);
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
      // 1 asks for the server's key, where nothing else protects the password.
      return encrypted ? zeroEnded(password) : Buffer.from([1]);
    case "mysql_clear_password":
      // Also that of directories and of AWS's tokens; over a plain connection anybody could read it.
      if (!encrypted) {
        throw new Fault("AUTH", "the server asks for the password as it is, which Kedge sends with TLS only");
      }
      return zeroEnded(password);
    default:
      return null;
  }
}

/** Goes on with a plugin that has more to say. The packet that was read begins behind its mark. */
export async function further(
  packets: Packets,
  plugin: string,
  password: string,
  challenge: Uint8Array,
  encrypted: boolean,
): Promise<void> {
  const sealed = async (ask: boolean) => {
    if (ask) {
      packets.answer(Buffer.from([2]));
      await packets.next();
      if (packets.int(1) !== 1) throw broken("no key for the password");
    }
    packets.answer(seal(password, challenge, packets.rest()));
  };
  if (plugin === "sha256_password") return await sealed(false);
  if (plugin !== "caching_sha2_password") throw broken("more than the sign-in has");
  const state = packets.int(1);
  // 3: the server knew the answer, and says so next. 4: it wants the password itself.
  if (state === 3) return;
  if (state !== 4) throw broken("a sign-in that does not fit");
  if (encrypted) packets.answer(zeroEnded(password));
  else await sealed(true);
}

/** The password, for the owner of a key alone. */
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
