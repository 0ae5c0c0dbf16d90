import { ownProperty } from "../own_property.ts";
import type { ConnectionFailure, FailureKind } from "./failure_kind.ts";
import { type Attempt, wording } from "./failure_words.ts";

export type { ConnectionFailure, FailureKind } from "./failure_kind.ts";

/** What a failed attempt, or a connection that broke, means to the user and what to do next. */
export function connectionFailure(attempt: Attempt): ConnectionFailure {
  const stopped = attempt.code === "ABORT";
  const kind = attempt.signedIn && !stopped ? "lost" : failureKind(attempt);
  return { ok: false, kind, ...wording(kind, attempt) };
}

/** Codes that mean one thing whatever the text: of the system, PostgreSQL (SQLSTATE) and MySQL. */
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

/** The other side hung up. */
const HUNG_UP: ReadonlySet<string> = new Set(["CLOSED", "ECONNRESET", "EPIPE"]);

function failureKind({ code, text, connected }: Attempt): FailureKind {
  if (code.startsWith("WAY_")) return "way";
  if (code === "ETIMEDOUT") return connected ? "silent" : "timeout";
  if (code === "28000") {
    // A rule that turns away says so of every encryption.
    if (/pg_hba\.conf rejects/i.test(text)) return "denied";
    if (/no encryption|SSL off/i.test(text)) return "tls-required";
    return /role .* does not exist/i.test(text) ? "password" : "denied";
  }
  const known = ownProperty(CODES, code);
  if (known) return known;
  if (/insecure transport|SSL (connection )?is required|requires? (SSL|TLS)/i.test(text)) {
    return "tls-required";
  }
  // Poolers say it with codes of their own.
  if (/password authentication failed|SASL authentication failed|no such user/i.test(text)) return "password";
  if (/too many (clients|connections)|connection slots/i.test(text)) return "too-many";
  // A server of the right kind says why it refuses before it hangs up.
  if (HUNG_UP.has(code) && connected) return "other-server";
  return "failed";
}
