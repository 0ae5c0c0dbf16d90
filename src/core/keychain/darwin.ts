import type { Run } from "../platform/run.ts";
import { Secret } from "../secret.ts";
import {
  checkLength,
  checkName,
  type Keychain,
  KeychainError,
  type KeychainStatus,
  SERVICE,
} from "./keychain.ts";

const SECURITY = "/usr/bin/security";
/**
 * Maximum bytes of a secret. `security -i` reads lines of at most 4096 bytes; this leaves room for names and
 * for base64.
 */
const LIMIT = 2000;
const LINE_LIMIT = 4096;
/**
 * Prefix of stored values. `security … -w` prints a password that is not plain ASCII as hex without saying
 * so; base64 is always plain ASCII.
 */
const PREFIX = "base64:";
const UNLOCK = "Unlock the login keychain in Keychain Access, then try again.";

/** Exit statuses of `security`: the last byte of the OSStatus. */
const EXIT = { notFound: 44, noInteraction: 36, wrongPassword: 51, cancelled: 128 };

/**
 * Creates the keychain for macOS: the login keychain through Apple's `security`, with the secret on its
 * standard input.
 */
export function darwinKeychain(run: Run): Keychain {
  async function security(
    args: string[],
    input?: string,
  ): Promise<{ code: number; stdout: string; stderr: string }> {
    // The system may ask the user to allow the access, and people need time to answer.
    const result = await run(SECURITY, args, { limit: 60_000, ...(input === undefined ? {} : { input }) });
    if (result.ended) return result;
    throw new KeychainError("failed", `The keychain did not answer: ${result.error}`, UNLOCK);
  }

  async function status(): Promise<KeychainStatus> {
    const { code } = await security(["default-keychain"]);
    if (code === 0) return { status: "ready" };
    return {
      status: "absent",
      message: "There is no default keychain",
      hint: "Make one in Keychain Access and set it as default.",
    };
  }

  return {
    limit: LIMIT,
    status,
    async get(account) {
      checkName(account);
      const { code, stdout } = await security(["find-generic-password", "-s", SERVICE, "-a", account, "-w"]);
      if (code === EXIT.notFound) return null;
      if (code !== 0) throw problem("read", code);
      const text = stdout.replace(/\n$/, "");
      return new Secret(text.startsWith(PREFIX) ? decode(text.slice(PREFIX.length)) : text);
    },
    async set(account, label, secret) {
      checkName(account);
      checkName(label);
      checkLength(secret, LIMIT);
      const line = storeLine(account, label, secret);
      if (new TextEncoder().encode(line).length > LINE_LIMIT) {
        throw new KeychainError(
          "too-long",
          "The name and the secret together are too long",
          "Use a shorter name.",
        );
      }
      const { code, stderr } = await security(["-i"], line);
      // With -i the program ends with 0 even when the command failed; then there is an error text.
      if (code !== 0 || stderr.trim() !== "") throw problem("store", code);
    },
    async delete(account) {
      checkName(account);
      const { code } = await security(["delete-generic-password", "-s", SERVICE, "-a", account]);
      if (code === EXIT.notFound) return false;
      if (code !== 0) throw problem("remove", code);
      return true;
    },
    // macOS itself asks when a locked keychain is used.
    unlock: () => status(),
  };
}

/**
 * Returns the line for `security -i` that stores the item. The line goes to standard input, never to an
 * argument list.
 */
export function storeLine(account: string, label: string, secret: Secret): string {
  const words = ["-s", SERVICE, "-a", account, "-l", label, "-w", PREFIX + encode(secret.open())];
  return `add-generic-password -U ${words.map(quote).join(" ")}\n`;
}

function quote(word: string): string {
  return `"${word.replace(/["\\]/g, "\\$&")}"`;
}

function problem(what: string, code: number): KeychainError {
  if (code === EXIT.noInteraction || code === EXIT.wrongPassword || code === EXIT.cancelled) {
    return new KeychainError("locked", "The keychain is locked or the access was not allowed", UNLOCK);
  }
  return new KeychainError("failed", `The keychain could not ${what} the item (security: ${code})`, UNLOCK);
}

function encode(text: string): string {
  return new TextEncoder().encode(text).toBase64();
}

function decode(text: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
}
