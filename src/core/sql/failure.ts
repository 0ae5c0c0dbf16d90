import type { Server } from "../config/config.ts";
import { ownProperty } from "../own_property.ts";
import { ENGINES, hostPort } from "./engines/mod.ts";

/** What went wrong, for code to act on: `password` is worth asking the user again. */
export type FailureKind =
  | "password"
  | "denied"
  | "database"
  | "refused"
  | "unreachable"
  | "dns"
  | "timeout"
  | "silent"
  | "tls-unsupported"
  | "tls-required"
  | "tls-failed"
  | "tls-untrusted"
  | "other-server"
  | "too-many"
  | "starting"
  | "sign-in"
  | "lost"
  | "stopped"
  | "failed";

/** A connection that did not come about. Message and hint never hold a password. */
export interface ConnectionFailure {
  readonly ok: false;
  readonly kind: FailureKind;
  readonly message: string;
  /** The next step. */
  readonly hint: string;
}

/** What is known of a failed attempt. */
interface Attempt {
  readonly server: Server;
  readonly user: string;
  /** The database that was asked for. */
  readonly database: string | undefined;
  /** A code of the system or the driver, SQLSTATE, or MySQL's number. */
  readonly code: string;
  /** The server's own words, already free of secrets. */
  readonly text: string;
  /** Whether the TCP connection was made. */
  readonly connected: boolean;
  /** Whether the user had signed in. */
  readonly signedIn?: boolean;
}

/** What a failed attempt, or a connection that broke, means to the user and what to do next. */
export function connectionFailure(attempt: Attempt): ConnectionFailure {
  const stopped = attempt.code === "ABORT";
  const kind = attempt.signedIn && !stopped ? "lost" : failureKind(attempt);
  return { ok: false, kind, ...wording(kind, attempt) };
}

/** Codes that mean one thing whatever the text: of the system, PostgreSQL (SQLSTATE) and MySQL. */
const CODES: Readonly<Record<string, FailureKind>> = {
  ECONNREFUSED: "refused",
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
  AUTH: "sign-in",
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
};

/** The other side hung up. */
const HUNG_UP: ReadonlySet<string> = new Set(["CLOSED", "ECONNRESET", "EPIPE"]);

function failureKind({ code, text, connected }: Attempt): FailureKind {
  if (code === "ETIMEDOUT") return connected ? "silent" : "timeout";
  if (code === "28000") {
    if (/no encryption|SSL off/i.test(text)) return "tls-required";
    return /role .* does not exist/i.test(text) ? "password" : "denied";
  }
  const known = ownProperty(CODES, code);
  if (known) return known;
  if (/insecure transport|SSL (connection )?is required|requires? (SSL|TLS)/i.test(text)) {
    return "tls-required";
  }
  if (/too many (clients|connections)|connection slots/i.test(text)) return "too-many";
  // A server of the right kind says why it refuses before it hangs up.
  if (HUNG_UP.has(code) && connected) return "other-server";
  return "failed";
}

function wording(kind: FailureKind, attempt: Attempt): { message: string; hint: string } {
  const { server, user, database, text } = attempt;
  const { name } = ENGINES[server.engine];
  const place = hostPort(server);
  const where = `${name} at ${place}`;
  const said = text ? `: ${text}` : "";
  switch (kind) {
    case "password":
      return {
        message: `${where} refused the user name or password of “${user}”`,
        hint: server.engine === "mysql" && !server.tls
          ? "Type them again. MySQL says the same when this user may only connect with TLS."
          : "Type them again, and check that this user may sign in.",
      };
    case "denied":
      return {
        message: `${where} does not let “${user}” in${said}`,
        hint: "Ask the server's administrator to allow this user from this computer to this database.",
      };
    case "database":
      return {
        message: `${where} has no database “${database ?? ""}”`,
        hint: `Set “database” of server “${server.name}” in config.json to one that exists.`,
      };
    case "refused":
      return {
        message: `Nothing accepts connections at ${place}`,
        hint: `Check host and port of server “${server.name}”, and that ${name} runs there.`,
      };
    case "unreachable":
      return {
        message: `There is no way to ${place} from this computer`,
        hint: "Check the network, the VPN and the host.",
      };
    case "dns":
      return {
        message: `The host name “${server.host}” is not known`,
        hint: "Check its spelling, and whether it needs a VPN or a tunnel.",
      };
    case "timeout":
      return {
        message: `${place} did not answer in time`,
        hint: "A firewall or a missing VPN often swallows connections like this. Check host and port too.",
      };
    case "silent":
      return {
        message: `${place} accepted the connection and then said nothing that ${name} would say`,
        hint: `Check that the port is ${name}'s and that the server is not overloaded.`,
      };
    case "tls-unsupported":
      return {
        message: `${where} does not speak TLS`,
        hint: `Turn off “tls” of server “${server.name}”, or TLS on at the server.`,
      };
    case "tls-required":
      return {
        message: `${where} only accepts connections with TLS`,
        hint: `Set "tls": true for server “${server.name}” in config.json.`,
      };
    case "tls-failed":
      return {
        message: `TLS with ${where} failed${said}`,
        hint: "The server must offer TLS 1.2 or newer.",
      };
    case "tls-untrusted":
      return untrustedWords(place, attempt);
    case "other-server":
      return {
        message: `What answers at ${place} is not a ${name} server`,
        hint: `Check port and engine of server “${server.name}”.`,
      };
    case "too-many":
      return {
        message: `${where} has no connection left`,
        hint: "Close other connections or try again in a moment.",
      };
    case "starting":
      return { message: `${where} is starting or stopping`, hint: "Try again in a moment." };
    case "sign-in":
      return {
        message: `Signing in to ${where} is not possible${said}`,
        hint: `Ask the server's administrator for a user with another kind of password.`,
      };
    case "lost":
      return {
        message: `The connection to ${where} was lost${said}`,
        hint: "Check the network, then try again.",
      };
    case "stopped":
      return { message: `The connection to ${place} was stopped`, hint: "Test it again when you like." };
    case "failed":
      return {
        message: `The connection to ${where} failed${said}`,
        hint: `Check the settings of server “${server.name}”.`,
      };
  }
}

/** What is wrong with a certificate: its time, its names, or that nobody vouches for it. */
function untrustedWords(place: string, { code, text }: Attempt): { message: string; hint: string } {
  const certificate = `The certificate of ${place}`;
  switch (code) {
    case "TLS_EXPIRED":
      return {
        message: `${certificate} has expired: it was valid until ${text}`,
        hint:
          "Nothing was sent. Check this computer's clock; if it is right, have the server's certificate " +
          "renewed: of a database of RDS, in its settings under certificate authority.",
      };
    case "TLS_NOT_YET":
      return {
        message: `${certificate} is not valid yet: it begins on ${text}`,
        hint: "Nothing was sent. Check this computer's clock; if it is right, the server needs another " +
          "certificate until then.",
      };
    case "TLS_OTHER_NAME":
      return {
        message: `${certificate} is for another name${text ? `: ${text}` : ""}`,
        hint:
          "Nothing was sent: something may stand in between, such as a tunnel or an alias. Connect by a name " +
          "that the certificate is for.",
      };
    default:
      return {
        message: `${certificate} is not one of AWS's for it${text ? `: ${text}` : ""}`,
        hint:
          "Nothing was sent: something may stand in between. In a region that is newer than this Kedge, or " +
          "in a network with an authority of its own, name a file with its certificates in KEDGE_DATABASE_CA.",
      };
  }
}
