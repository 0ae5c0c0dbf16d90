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

/** Returns what a failed attempt means and the next step. The message quotes the server's own error text. */
export function wording(kind: FailureKind, attempt: Attempt): { message: string; hint: string } {
  const { server, user, database, code, text } = attempt;
  const { name } = ENGINES[server.engine];
  const address = hostPort(server);
  const where = `${name} at ${address}`;
  const detail = text ? `: ${text}` : "";
  switch (kind) {
    case "password":
      return {
        message: `${where} refused the user name or password of “${user}”${detail}`,
        hint: server.engine === "mysql" && !server.tls
          ? "Type them again. MySQL says the same when this user may only connect with TLS."
          : server.engine === "mysql" && server.certFile === undefined
          ? "Type them again. MySQL says the same when this user must show a certificate (certFile)."
          : "Type them again, and check that this user may sign in.",
      };
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
    case "database":
      return {
        message: `${where} has no database “${database ?? ""}”${detail}`,
        hint: `Set “database” of server “${server.name}” in config.json to one that exists.`,
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
    case "unreachable":
      return {
        message: `There is no way to ${address} from this computer`,
        hint: "Check the network, the VPN and the host.",
      };
    case "dns":
      return {
        message: `The host name “${server.host}” is not known`,
        hint: "Check its spelling, and whether it needs a VPN or a way in (“via”).",
      };
    case "timeout":
      return {
        message: `${address} did not answer in time`,
        hint: "A firewall or a missing VPN often swallows connections like this. Check host and port too.",
      };
    case "silent":
      return {
        message: `${address} accepted the connection and then said nothing that ${name} would say`,
        hint: `Check that the port is ${name}'s and that the server is not overloaded.`,
      };
    case "tls-unsupported":
      return {
        message: `${where} does not speak TLS`,
        hint:
          "Nothing was sent. Turn TLS on at the server. If it has had TLS, something may stand in between; only " +
          `where it never had, turn off “tls” of server “${server.name}”.`,
      };
    case "tls-required":
      return {
        message: `${where} only accepts connections with TLS${detail}`,
        hint: `Set "tls": true for server “${server.name}” in config.json.`,
      };
    case "tls-failed":
      return {
        message: `TLS with ${where} failed${detail}`,
        hint:
          "The server must offer TLS 1.2 or newer with keys of elliptic curves (ECDHE). Servers built with " +
          "OpenSSL 1.0, as MySQL 8.0.12 and others of its time, have only older keys (DHE), which Kedge does not speak.",
      };
    case "tls-untrusted":
      return untrustedWords(address, attempt);
    case "other-server":
      return {
        message: `What answers at ${address} is not a ${name} server`,
        hint: `Check port and engine of server “${server.name}”.`,
      };
    case "too-many":
      return {
        message: `${where} has no connection left${detail}`,
        hint: "Close other connections or try again in a moment.",
      };
    case "starting":
      return { message: `${where} is starting or stopping${detail}`, hint: "Try again in a moment." };
    case "sign-in":
      return {
        message: `Signing in to ${where} is not possible${detail}`,
        hint: `Ask the server's administrator for a user with another kind of password.`,
      };
    case "cleartext":
      return {
        message: `${where} asks for the password of “${user}” itself, without TLS: nothing was sent`,
        hint: `Set "tls": true for server “${server.name}”. ${
          server.engine === "mysql" ? 'Or name the server\'s own key in "serverPublicKeyFile". ' : ""
        }Where nobody else can listen: "allowCleartextPassword": true.`,
      };
    case "expired":
      return {
        message: `The password of “${user}” at ${where} has expired${detail}`,
        hint: server.engine === "mysql"
          ? "Change it with the server's own client (ALTER USER USER() IDENTIFIED BY …), then type the new one here."
          : "Have it changed, then type the new one here.",
      };
    case "file":
      return {
        message: `A file of server “${server.name}” cannot be used: ${text}`,
        hint: "Nothing was sent. Fix the file, or its path in config.json.",
      };
    case "https":
      return { message: text, hint: attempt.hint || "Try again, or choose another login." };
    case "way": {
      const to = { host: server.host, port: server.port };
      const words = wayWords(server.via ?? "", to, code, text, attempt.hint || undefined);
      return { message: `${where} was not reached: ${words.message}`, hint: words.hint };
    }
    case "lost":
      return {
        message: `The connection to ${where} was lost${detail}`,
        hint: "Check the network, then try again.",
      };
    case "stopped":
      return { message: `The connection to ${address} was stopped`, hint: "Test it again when you like." };
    case "failed":
      return {
        message: `The connection to ${where} failed${detail}`,
        hint: `Check the settings of server “${server.name}”.`,
      };
  }
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
function certificateWords(
  where: string,
  { server, user, code, text }: Attempt,
): { message: string; hint: string } {
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
function untrustedWords(address: string, { server, code, text }: Attempt): { message: string; hint: string } {
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
