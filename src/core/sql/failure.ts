import { ownProperty } from "../own_property.ts";
import type { ConnectionFailure, FailureKind } from "./failure_kind.ts";
import { type Attempt, wording } from "./failure_words.ts";

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
const CODES: Readonly<Record<string, FailureKind>> = {
  ECONNREFUSED: "refused",
  ENOENT: "refused",
  ENOTSOCK: "refused",
  EACCES: "refused",
  ENOTFOUND: "dns",
  EAI_AGAIN: "dns",
  EAI_NONAME: "dns",
  EAI_NODATA: "dns",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  EHOSTDOWN: "unreachable",
  EADDRNOTAVAIL: "unreachable",
  ECONNABORTED: "unreachable",
  "28P01": "password",
  "3D000": "database",
  "42501": "denied",
  "53300": "too-many",
  "57P03": "starting",
  ABORT: "stopped",
  FOREIGN: "other-server",
  PROTOCOL: "other-server",
  TOO_LARGE: "other-server",
  TLS_ABSENT: "tls-unsupported",
  TLS_FAILED: "tls-failed",
  TLS_UNTRUSTED: "tls-untrusted",
  TLS_EXPIRED: "tls-untrusted",
  TLS_NOT_YET: "tls-untrusted",
  TLS_OTHER_NAME: "tls-untrusted",
  TLS_CLIENT: "denied",
  AUTH: "sign-in",
  CLEARTEXT: "cleartext",
  FILE: "file",
  HTTPS: "https",
  "1045": "password",
  "1698": "password",
  "1049": "database",
  "1044": "denied",
  "1129": "denied",
  "1130": "denied",
  "1040": "too-many",
  "1203": "too-many",
  "1226": "too-many",
  "3159": "tls-required",
  "1820": "expired",
  "1862": "expired",
  "4151": "denied",
  "3118": "denied",
};

/** Codes of a connection that the other side closed. */
const HUNG_UP: ReadonlySet<string> = new Set(["CLOSED", "ECONNRESET", "EPIPE"]);

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
  const known = ownProperty(CODES, code);
  if (known) return known;
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
