import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual, X509Certificate } from "node:crypto";
import { promisify } from "node:util";
import { Buffer } from "node:buffer";
import type { Login } from "../../login/mod.ts";
import { mayAnswer } from "../clear_password.ts";
import type { ConnectionListener, Target } from "../connection.ts";
import { broken, DriverError } from "../errors.ts";
import type { Incoming } from "./incoming.ts";
import { password as passwordMessage, saslBegin, saslNext } from "./outgoing.ts";

/** The mechanism of PostgreSQL 10 and later, and the one of 11 and later, which a server in between cannot pass on. */
const MECHANISM = "SCRAM-SHA-256", BOUND = "SCRAM-SHA-256-PLUS";
/** Maximum rounds of hashing that a server may ask for. Servers use 4096, and a million takes about a second. */
const MAX_ROUNDS = 1_000_000;

/** Answers the server's questions about the password until it accepts the sign-in. That message has been read then. */
export async function signInToPostgres(
  incoming: Incoming,
  target: Target,
  { user, password }: Login,
  listener: ConnectionListener,
): Promise<void> {
  const { wire } = incoming;
  for (;;) {
    const type = await incoming.next();
    if (type === "E") throw incoming.error();
    if (type !== "R") throw broken("something else than a sign-in");
    const method = incoming.int32();
    switch (method) {
      case 0:
        return;
      case 3:
        // This applies after a proof too, because a program in between could ask a second time.
        mayAnswer("password", wire, target);
        incoming.wire.send(passwordMessage(password.open()));
        break;
      case 5: {
        const salt = incoming.bytes(4);
        const weak = mayAnswer("weak proof", wire, target);
        if (weak) listener.notice?.({ severity: "WARNING", code: "", message: weak });
        const inner = md5(Buffer.from(password.open() + user));
        incoming.wire.send(passwordMessage(`md5${md5(Buffer.concat([Buffer.from(inner), salt]))}`));
        break;
      }
      case 10:
        await scram(incoming, password.open());
        break;
      default:
        throw new DriverError(
          "AUTH",
          `the server asks for a way of signing in that Kedge does not know (${method})`,
        );
    }
  }
}

const md5 = (bytes: Buffer) => createHash("md5").update(bytes).digest("hex");
const hmac = (key: Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** Signs in by SCRAM (RFC 5802 and 7677): both sides prove that they know the password, and neither sends it. */
async function scram(incoming: Incoming, password: string): Promise<void> {
  const mechanisms: string[] = [];
  for (let name = incoming.text(); name !== ""; name = incoming.text()) mechanisms.push(name);
  const binding = endPoint(incoming.wire.certificate);
  const bound = binding !== null && mechanisms.includes(BOUND);
  if (!bound && !mechanisms.includes(MECHANISM)) {
    throw new DriverError(
      "AUTH",
      `the server asks for a way of signing in that Kedge does not know (${mechanisms})`,
    );
  }
  const nonce = randomBytes(18).toString("base64");
  const first = `n=,r=${nonce}`;
  // `y` says that Kedge supports channel binding and saw no offer. A server that did offer it then knows that
  // somebody removed the offer.
  const head = bound ? "p=tls-server-end-point,," : binding === null ? "n,," : "y,,";
  incoming.wire.send(saslBegin(bound ? BOUND : MECHANISM, head + first));
  const channel = Buffer.concat([Buffer.from(head), ...(bound ? [binding] : [])]).toString("base64");

  const challenge = await answer(incoming, 11);
  const { r = "", s = "", i = "" } = attributes(challenge);
  const rounds = Number(i);
  if (
    !r.startsWith(nonce) || r.length === nonce.length || s === "" || !Number.isInteger(rounds) || rounds < 1
  ) {
    throw broken("a sign-in that does not fit");
  }
  if (rounds > MAX_ROUNDS) {
    throw new DriverError("AUTH", `the server asks for ${rounds} rounds of hashing, more than Kedge does`);
  }
  const salted = await promisify(pbkdf2)(prepared(password), Buffer.from(s, "base64"), rounds, 32, "sha256");
  const key = hmac(salted, "Client Key");
  const proven = `${first},${challenge},c=${channel},r=${r}`;
  const signature = hmac(createHash("sha256").update(key).digest(), proven);
  const proof = Buffer.from(key.map((byte, at) => byte ^ signature[at]!)).toString("base64");
  incoming.wire.send(saslNext(`c=${channel},r=${r},p=${proof}`));

  const { v = "" } = attributes(await answer(incoming, 12));
  const given = Buffer.from(v, "base64");
  const expected = hmac(hmac(salted, "Server Key"), proven);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new DriverError("AUTH", "the server does not know the password that it asked for");
  }
}

async function answer(incoming: Incoming, method: number): Promise<string> {
  const type = await incoming.next();
  if (type === "E") throw incoming.error();
  if (type !== "R" || incoming.int32() !== method) throw broken("a sign-in that does not fit");
  return incoming.rest();
}

function attributes(text: string): Partial<Record<string, string>> {
  return Object.fromEntries(text.split(",").map((part) => [part.slice(0, 1), part.slice(2)]));
}

/** Characters that RFC 4013 removes, and one that it replaces by a space. */
const NOTHING: ReadonlySet<number> = new Set([
  ...[0xad, 0x34f, 0x1806, 0x180b, 0x180c, 0x180d, 0x200c, 0x200d, 0x2060, 0xfeff],
  ...Array.from({ length: 16 }, (_, i) => 0xfe00 + i),
]);
const WIDTHLESS_SPACE = 0x200b;

/**
 * Returns the password as RFC 4013 prepares it, as far as that changes passwords: spaces, invisible
 * characters, and normalization.
 */
function prepared(password: string): string {
  return Array.from(password, (character) => {
    const code = character.codePointAt(0)!;
    if (code === WIDTHLESS_SPACE || /\p{Zs}/u.test(character)) return " ";
    return NOTHING.has(code) ? "" : character;
  }).join("").normalize("NFKC");
}

/**
 * Hash algorithms by the object identifier of the signature. RFC 5929 uses SHA-256 in place of those that are
 * too weak.
 */
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
 * Returns what binds a proof to this TLS connection (tls-server-end-point of RFC 5929): the hash of the
 * server's certificate. Null when the certificate's signature names no hash, as with Ed25519.
 */
function endPoint(certificate: Buffer | undefined): Buffer | null {
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
