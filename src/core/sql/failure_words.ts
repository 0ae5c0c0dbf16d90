import { ownProperty } from "../own_property.ts";
import { wayWords } from "../ways/words.ts";
import { ENGINES, hostPort } from "./engines/mod.ts";
import type { FailureKind } from "./failure_kind.ts";
import type { ReachedServer } from "./found.ts";

/** What is known about a failed connection attempt. */
export interface Attempt {
  readonly server: ReachedServer;
  readonly user: string;
  /** Name of the requested database; undefined when none was requested. */
  readonly database: string | undefined;
  /** Code of the operating system or the driver, an SQLSTATE, or MySQL's error number. */
  readonly code: string;
  /** The server's own error text, without secrets. */
  readonly text: string;
  /** The next step as the driver or the server words it; empty when neither gives one. */
  readonly hint?: string;
  /** Whether the TCP connection was made. */
  readonly connected: boolean;
  /** Whether the user was signed in already. */
  readonly signedIn?: boolean;
}

/** What happened, and the next step. */
interface Wording {
  readonly message: string;
  readonly hint: string;
}

/** Returns what a failed attempt means and the next step. The message quotes the server's own error text. */
export function wording(kind: FailureKind, attempt: Attempt): Wording {
  const { server, user, database, code, text } = attempt;
  const { name } = ENGINES[server.engine];
  const address = hostPort(server);
  const where = `${name} at ${address}`;
  const detail = text ? `: ${text}` : "";
  switch (kind) {
    case "denied":
      // PostgreSQL reports this when the sign-in was bound to another TLS connection than the one it came by.
      if (/channel binding/i.test(text)) {
        return {
          message: `${where} did not take the sign-in by this connection${detail}`,
          hint:
            "Something in between opens the connection and could read along. The password itself was not sent. " +
            "Connect without what is in between, or ask who runs the network.",
        };
      }
      if (code === "TLS_CLIENT" || /client certificate|certificate authentication/i.test(text)) {
        return certificateWords(where, attempt);
      }
      return {
        message: `${where} does not let “${user}” in${detail}`,
        hint: "Ask the server's administrator to allow this user from this computer to this database." +
          (!server.tls && /no encryption|SSL off/i.test(text)
            ? ' A rule may also turn away only those without TLS: try "tls": true.'
            : ""),
      };
    case "refused":
      if (server.host.startsWith("/")) {
        return {
          message: code === "EACCES"
            ? `Your account on this computer may not use the socket of ${where}${detail}`
            : `No server listens at the socket of ${where}${detail}`,
          hint:
            `Check host and port of server “${server.name}”: the socket's path, or the folder that it is in.`,
        };
      }
      return {
        message: `Nothing accepts connections at ${address}`,
        hint: `Check host and port of server “${server.name}”, and that ${name} runs there.`,
      };
    case "tls-untrusted":
      return untrustedWords(address, attempt);
    case "way": {
      const to = { host: server.host, port: server.port };
      const words = wayWords(server.via ?? "", to, code, text, attempt.hint || undefined);
      return { message: `${where} was not reached: ${words.message}`, hint: words.hint };
    }
  }
  const words: Readonly<Record<typeof kind, readonly [message: string, hint: string]>> = {
    password: [
      `${where} refused the user name or password of “${user}”${detail}`,
      server.engine === "mysql" && !server.tls
        ? "Type them again. MySQL says the same when this user may only connect with TLS."
        : server.engine === "mysql" && server.certFile === undefined
        ? "Type them again. MySQL says the same when this user must show a certificate (certFile)."
        : "Type them again, and check that this user may sign in.",
    ],
    database: [
      `${where} has no database “${database ?? ""}”${detail}`,
      `Set “database” of server “${server.name}” in config.json to one that exists.`,
    ],
    unreachable: [
      `There is no way to ${address} from this computer`,
      "Check the network, the VPN and the host.",
    ],
    dns: [
      `The host name “${server.host}” is not known`,
      "Check its spelling, and whether it needs a VPN or a way in (“via”).",
    ],
    timeout: [
      `${address} did not answer in time`,
      "A firewall or a missing VPN often swallows connections like this. Check host and port too.",
    ],
    silent: [
      `${address} accepted the connection and then said nothing that ${name} would say`,
      `Check that the port is ${name}'s and that the server is not overloaded.`,
    ],
    "tls-unsupported": [
      `${where} does not speak TLS`,
      "Nothing was sent. Turn TLS on at the server. If it has had TLS, something may stand in between; only " +
      `where it never had, turn off “tls” of server “${server.name}”.`,
    ],
    "tls-required": [
      `${where} only accepts connections with TLS${detail}`,
      `Set "tls": true for server “${server.name}” in config.json.`,
    ],
    "tls-failed": [
      `TLS with ${where} failed${detail}`,
      "The server must offer TLS 1.2 or newer with keys of elliptic curves (ECDHE). Servers built with " +
      "OpenSSL 1.0, as MySQL 8.0.12 and others of its time, have only older keys (DHE), which Kedge does not speak.",
    ],
    "other-server": [
      `What answers at ${address} is not a ${name} server`,
      `Check port and engine of server “${server.name}”.`,
    ],
    "too-many": [
      `${where} has no connection left${detail}`,
      "Close other connections or try again in a moment.",
    ],
    starting: [`${where} is starting or stopping${detail}`, "Try again in a moment."],
    "sign-in": [
      `Signing in to ${where} is not possible${detail}`,
      `Ask the server's administrator for a user with another kind of password.`,
    ],
    cleartext: [
      `${where} asks for the password of “${user}” itself, without TLS: nothing was sent`,
      `Set "tls": true for server “${server.name}”. ${
        server.engine === "mysql" ? 'Or name the server\'s own key in "serverPublicKeyFile". ' : ""
      }Where nobody else can listen: "allowCleartextPassword": true.`,
    ],
    expired: [
      `The password of “${user}” at ${where} has expired${detail}`,
      server.engine === "mysql"
        ? "Change it with the server's own client (ALTER USER USER() IDENTIFIED BY …), then type the new one here."
        : "Have it changed, then type the new one here.",
    ],
    file: [
      `A file of server “${server.name}” cannot be used: ${text}`,
      "Nothing was sent. Fix the file, or its path in config.json.",
    ],
    https: [text, attempt.hint || "Try again, or choose another login."],
    lost: [`The connection to ${where} was lost${detail}`, "Check the network, then try again."],
    stopped: [`The connection to ${address} was stopped`, "Test it again when you like."],
    failed: [
      `The connection to ${where} failed${detail}`,
      `Check the settings of server “${server.name}”.`,
    ],
  };
  const [message, hint] = words[kind];
  return { message, hint };
}

/** Why a server refused the user's certificate, by the name of its TLS alert. */
const REFUSED: Readonly<Record<string, string>> = {
  UnknownCA: "it knows none of those who vouch for it",
  CertificateExpired: "it has expired",
  CertificateRevoked: "it was revoked",
  CertificateRequired: "none was shown",
  AccessDenied: "its owner may not sign in",
};

/** Returns the words for a server that requires a certificate of the user, or refuses the one it was shown. */
function certificateWords(where: string, { server, user, code, text }: Attempt): Wording {
  const { certFile, name } = server;
  if (certFile === undefined) {
    return {
      message: `${where} wants to see a certificate of “${user}”${code === "TLS_CLIENT" ? "" : `: ${text}`}`,
      hint: server.tls
        ? `Name it and its key in "certFile" and "keyFile" of server “${name}”.`
        : `Certificates need TLS: set "tls": true for server “${name}”, and name it in "certFile".`,
    };
  }
  const why = code === "TLS_CLIENT" ? ownProperty(REFUSED, text) ?? text : text;
  return {
    message: `${where} does not take the certificate in ${certFile}: ${why}`,
    hint: `The password was not sent. Have one made for “${user}” by an authority that the server knows.`,
  };
}

/**
 * Returns the words for a server's certificate that has expired, is not valid yet, is for another name, or
 * comes from no trusted authority.
 */
function untrustedWords(address: string, { server, code, text }: Attempt): Wording {
  const certificate = `The certificate of ${address}`;
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
      if (server.trust !== "aws") {
        return {
          message: `${certificate} is not vouched for${text ? `: ${text}` : ""}`,
          hint: server.caFile === undefined
            ? `Nothing was sent. Name the authority of server “${server.name}” in "caFile".`
            : "Nothing was sent: something may stand in between, or the server has a certificate of another " +
              `authority than those in ${server.caFile}.`,
        };
      }
      return {
        message: `${certificate} is not one of AWS's for it${text ? `: ${text}` : ""}`,
        hint:
          "Nothing was sent: something may stand in between. In a region that is newer than this Kedge, or " +
          "in a network with an authority of its own, name a file with its certificates in KEDGE_DATABASE_CA.",
      };
  }
}
