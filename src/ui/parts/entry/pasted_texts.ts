import { type Engine, pastedServer } from "../../../core/sql/engines/mod.ts";
import type { Draft } from "./values.ts";

/**
 * Keys of form fields that are not fields of the file: one for a pasted
 * address, and one for the user in that address.
 */
export const ADDRESS = "address", USER = "user";
/** Key of the name proposed from an address, which must be replaced as the address gets longer. */
const PROPOSED = "proposed";

/** Fields in which a text such as `host:port` is taken as an address. */
const ADDRESS_FIELDS: ReadonlySet<string> = new Set([ADDRESS, "host"]);

/**
 * Whether a text tells how to reach a server. A client's command line without options does not outside of the
 * address fields, because a name such as "mysql orders" reads the same.
 */
const saysWhere = (text: string) => /:\/\/|\s--?[A-Za-z]|=/.test(text);

/** Names of databases that an engine makes by itself, which tell nothing about the server. */
const USUAL_DATABASES: ReadonlySet<string> = new Set(["", "postgres", "mysql", "defaultdb", "dev", "master"]);
/** First labels of host names that tell nothing about the server. */
const USUAL_LABEL = /^(?:db|database|sql|mysql|mariadb|pg|postgres|postgresql|redshift|localhost|\d+)$/;

/**
 * Returns the texts of all fields that follow from an address in one field: from a URL or a client's command
 * line with options in any field, and from `host:port` or `psql DATABASE` in the address fields. Returns null
 * for other texts. The result contains no password, and the address field is cleared.
 */
export function pastedTexts(
  list: string,
  texts: Draft["texts"],
  key: string,
  text: string = texts[key] ?? "",
): Readonly<Record<string, string>> | null {
  // A user name may look like the beginning of an address.
  if (list !== "servers" || key === USER) return null;
  const isAddress = ADDRESS_FIELDS.has(key);
  if (!isAddress && !saysWhere(text)) return null;
  const usual = isAddress ? (texts.engine as Engine | undefined) ?? "postgres" : undefined;
  const server = pastedServer(text, usual);
  if (!server) return null;
  const unsaid = key === ADDRESS ? { database: "", tls: false } : {};
  const { engine, host, port, database, tls, tlsVerify, caFile, certFile, keyFile, user } = {
    ...unsaid,
    ...server,
  };
  const name = texts.name ?? "";
  const isNamed = name !== "" && !(saysWhere(name) && pastedServer(name)) && name !== texts[PROPOSED];
  const proposed = proposedName(database ?? "", host);
  return {
    ...(isNamed ? { name } : { name: proposed, [PROPOSED]: proposed }),
    engine,
    host,
    port: String(port),
    ...(database === undefined ? {} : { database }),
    ...(tls === undefined ? {} : { tls: String(tls) }),
    ...(tlsVerify ? { tlsVerify: "true" } : {}),
    ...(caFile === undefined ? {} : { caFile }),
    ...(certFile === undefined ? {} : { certFile }),
    ...(keyFile === undefined ? {} : { keyFile }),
    ...(user === undefined ? {} : { [USER]: user }),
    ...(texts[ADDRESS] || key === ADDRESS ? { [ADDRESS]: "" } : {}),
  };
}

/**
 * Returns the database as the name of the server. For a database that the engine makes by itself it returns the first
 * label of the host name, or the whole host name if that label tells nothing either.
 */
function proposedName(database: string, host: string): string {
  if (!USUAL_DATABASES.has(database)) return database;
  const [label = ""] = host.split(".");
  if (!host.includes(".") || USUAL_LABEL.test(label)) {
    return database !== "" && isLocal(host) ? database : host;
  }
  return label;
}

/** Whether the host is this computer, whose address tells nothing. */
function isLocal(host: string): boolean {
  return host === "localhost" || host.startsWith("127.") || host === "::1";
}
