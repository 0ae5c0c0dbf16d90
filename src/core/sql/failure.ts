import type { ConnectionFailure, FailureKind } from "./failure_kind.ts";
import { type Attempt, wording } from "./failure_words.ts";
import { wordSet } from "./text/word_set.ts";

export type { ConnectionFailure, FailureKind } from "./failure_kind.ts";

/** Returns what a failed attempt or a lost connection means to the user, with the next step. */
export function connectionFailure(attempt: Attempt): ConnectionFailure {
  const stopped = attempt.code === "ABORT";
  const kind = attempt.signedIn && !stopped ? "lost" : failureKind(attempt);
  const late = kind === "way" && attempt.code === "WAY_TIMEOUT";
  return { ok: false, kind, ...wording(kind, attempt), ...(late && { late }) };
}

/**
 * Codes that mean the same whatever the text is: those of the operating system, of the drivers, of PostgreSQL
 * (SQLSTATE) and of MySQL.
 */
const CODES: readonly (readonly [kind: FailureKind, codes: ReadonlySet<string>])[] = [
  ["refused", wordSet("ECONNREFUSED ENOENT ENOTSOCK EACCES")],
  ["dns", wordSet("ENOTFOUND EAI_AGAIN EAI_NONAME EAI_NODATA")],
  ["unreachable", wordSet("EHOSTUNREACH ENETUNREACH EHOSTDOWN EADDRNOTAVAIL ECONNABORTED")],
  ["password", wordSet("28P01 1045 1698")],
  ["database", wordSet("3D000 1049")],
  ["denied", wordSet("TLS_CLIENT 42501 1044 1129 1130 3118 4151")],
  ["too-many", wordSet("53300 1040 1203 1226")],
  ["starting", wordSet("57P03")],
  ["stopped", wordSet("ABORT")],
  ["other-server", wordSet("FOREIGN PROTOCOL TOO_LARGE")],
  ["tls-unsupported", wordSet("TLS_ABSENT")],
  ["tls-required", wordSet("3159")],
  ["tls-failed", wordSet("TLS_FAILED")],
  ["tls-untrusted", wordSet("TLS_UNTRUSTED TLS_EXPIRED TLS_NOT_YET TLS_OTHER_NAME")],
  ["sign-in", wordSet("AUTH")],
  ["cleartext", wordSet("CLEARTEXT")],
  ["expired", wordSet("1820 1862")],
  ["file", wordSet("FILE")],
  ["https", wordSet("HTTPS")],
];

/** Codes of a connection that the other side closed. */
const HUNG_UP = wordSet("CLOSED ECONNRESET EPIPE");

function failureKind({ code, text, connected }: Attempt): FailureKind {
  if (code.startsWith("WAY_")) return "way";
  if (code === "ETIMEDOUT") return connected ? "silent" : "timeout";
  if (code === "28000") {
    // PostgreSQL ends this message with the encryption in use ("no encryption"), which does not mean that the
    // server requires TLS, so this check comes first.
    if (/pg_hba\.conf rejects/i.test(text)) return "denied";
    if (/no encryption|SSL off/i.test(text)) return "tls-required";
    return /role .* does not exist/i.test(text) ? "password" : "denied";
  }
  const known = CODES.find(([, codes]) => codes.has(code));
  if (known) return known[0];
  if (/insecure transport|SSL (connection )?is required|requires? (SSL|TLS)/i.test(text)) {
    return "tls-required";
  }
  // Connection poolers report these failures with codes of their own, so only the text tells them.
  if (/password authentication failed|SASL authentication failed|no such user/i.test(text)) return "password";
  if (/too many (clients|connections)|connection slots/i.test(text)) return "too-many";
  // A server of the right engine gives a reason before it hangs up, so this is another kind of server.
  if (HUNG_UP.has(code) && connected) return "other-server";
  return "failed";
}
