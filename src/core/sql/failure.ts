import type { Server } from "../config/config.ts";

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
  | "other-server"
  | "too-many"
  | "starting"
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
export interface Attempt {
  readonly server: Server;
  readonly user: string;
  /** The database that was asked for. */
  readonly database: string | undefined;
  /** A code of the system, the driver or SQLSTATE; or MySQL's number as text. */
  readonly code: string | undefined;
  /** The driver's or the server's own words, already free of secrets. */
  readonly text: string;
  /** Whether the TCP connection was made. */
  readonly connected: boolean;
  /** Whether the server sent anything. */
  readonly answered: boolean;
}

/** The product's name, as people write it. */
export function engineName(engine: Server["engine"]): string {
  return { postgres: "PostgreSQL", mysql: "MySQL", redshift: "Redshift" }[engine];
}

/** Turns an error of a driver into what it means to the user and what to do next. */
export function connectionFailure(attempt: Attempt): ConnectionFailure {
  const kind = failureKind(attempt);
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
  HANDSHAKE_NO_SSL_SUPPORT: "tls-unsupported",
  HANDSHAKE_SSL_ERROR: "tls-failed",
};

function failureKind({ code, text, connected, answered, server }: Attempt): FailureKind {
  if (code === "ETIMEDOUT") return connected ? "silent" : "timeout";
  if (code === "28000") {
    if (/no encryption|SSL off/i.test(text)) return "tls-required";
    return /role .* does not exist/i.test(text) ? "password" : "denied";
  }
  const known = code === undefined ? undefined : CODES[code];
  if (known) return known;
  if (/does not support SSL/i.test(text)) return "tls-unsupported";
  if (/insecure transport|SSL (connection )?is required|requires? (SSL|TLS)/i.test(text)) {
    return "tls-required";
  }
  if (/too many (clients|connections)|connection slots/i.test(text)) return "too-many";
  if (/timeout expired/i.test(text)) return connected ? "silent" : "timeout";
  // A SQLSTATE or a MySQL number comes from a server of the right kind.
  if (code !== undefined && (/^[0-9A-Z]{5}$/.test(code) || /^\d{4}$/.test(code))) return "failed";
  if (server.tls && /certificate|handshake|tls|ssl/i.test(text)) return "tls-failed";
  if (connected) return answered || endedEarly(code, text) ? "other-server" : "silent";
  return "failed";
}

function endedEarly(code: string | undefined, text: string): boolean {
  return code === "ECONNRESET" || code === "EPIPE" || code === "PROTOCOL_CONNECTION_LOST" ||
    /terminated unexpectedly|closed|ended/i.test(text);
}

function wording(kind: FailureKind, attempt: Attempt): { message: string; hint: string } {
  const { server, user, database, text } = attempt;
  const name = engineName(server.engine);
  const place = `${server.host}:${server.port}`;
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
    case "stopped":
      return { message: `The connection to ${place} was stopped`, hint: "Test it again when you like." };
    case "failed":
      return {
        message: `The connection to ${where} failed${said}`,
        hint: `Check the settings of server “${server.name}”.`,
      };
  }
}
