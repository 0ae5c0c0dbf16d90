import { type Engine, pastedServer } from "../../../core/sql/engines/mod.ts";
import type { Draft } from "./values.ts";

/** The texts of a form that are no fields of the file: what an address can be pasted into, and whom it names. */
export const ADDRESS = "address", USER = "user";
/** The name that an address has proposed: until it is complete its user looks like a host. */
const PROPOSED = "proposed";

/** Fields of which a text of that form is more likely an address than anything else. */
const ADDRESS_FIELDS: ReadonlySet<string> = new Set([ADDRESS, "host"]);

/**
 * What an address in a field says of the others: a URL or a client's command line in any of them, `host:port` where a place is
 * meant. Null for anything else. No password is in it, and the address itself is gone.
 */
export function pastedTexts(
  list: string,
  texts: Draft["texts"],
  key: string,
  text: string = texts[key] ?? "",
): Readonly<Record<string, string>> | null {
  // A user may be called as an address begins.
  if (list !== "servers" || key === USER) return null;
  const usual = ADDRESS_FIELDS.has(key) ? (texts.engine as Engine | undefined) ?? "postgres" : undefined;
  const server = pastedServer(text, usual);
  if (!server) return null;
  const { engine, host, port, database = "", tls, tlsVerify, caFile, certFile, keyFile, user } = server;
  const name = texts.name ?? "";
  const isNamed = name !== "" && !pastedServer(name) && name !== texts[PROPOSED];
  const proposed = database || host;
  return {
    ...(isNamed ? { name } : { name: proposed, [PROPOSED]: proposed }),
    engine,
    host,
    port: String(port),
    database,
    tls: String(tls),
    ...(tlsVerify ? { tlsVerify: "true" } : {}),
    ...(caFile === undefined ? {} : { caFile }),
    ...(certFile === undefined ? {} : { certFile }),
    ...(keyFile === undefined ? {} : { keyFile }),
    ...(user === undefined ? {} : { [USER]: user }),
    ...(texts[ADDRESS] || key === ADDRESS ? { [ADDRESS]: "" } : {}),
  };
}
