import type { Importable } from "../aws/profiles/importable.ts";
import type { Server } from "../config/config.ts";
import type { Secret } from "../secret.ts";
import { type Engine, ENGINES } from "../sql/engines/mod.ts";
import { hasHidden } from "../text/hidden.ts";
import { oneLine } from "../text/outside.ts";
import { percentDecoded } from "../text/percent.ts";

/** A connection of another program, as an entry of `servers`, with the login that the program saved for it. */
export interface FoundServer
  extends Pick<Server, "name" | "engine" | "host" | "port" | "database" | "caFile" | "certFile" | "keyFile"> {
  readonly tls?: boolean;
  readonly tlsVerify?: boolean;
  /** The SSH servers on the way, as `ssh://user@host:port`, separated by commas. */
  readonly via?: string;
  readonly user?: string;
  readonly password?: Secret;
}

/** The data of another program that a configuration can contain. */
export interface Found {
  readonly servers: readonly FoundServer[];
  readonly portal?: Importable["portal"];
  readonly accounts: Importable["accounts"];
  /** Data that Kedge does not import, each with the reason. */
  readonly left: readonly { readonly name: string; readonly why: string }[];
  /** Notes for the user about the import as a whole. */
  readonly remarks: readonly string[];
}

export const NOTHING: Found = { servers: [], accounts: [], left: [], remarks: [] };

/** Thrown when a file of another program does not have the expected content. */
export class ImportFault extends Error {
  override readonly name = "ImportFault";

  /** @param hint the next step */
  constructor(message: string, readonly hint: string) {
    super(message);
  }
}

/** Maximum connections imported; a note mentions the others. */
const MOST = 2000;

/** The data of a connection before it is compared with what Kedge supports. */
export interface Draft extends Omit<Partial<FoundServer>, "engine" | "host" | "port"> {
  readonly name: string;
  /** The program's own name of the product. */
  readonly product: string;
  readonly host?: string | undefined;
  readonly port?: string | number | undefined;
  /** An address that contains the other parts: `jdbc:postgresql://…`. */
  readonly url?: string | undefined;
}

/** Returns the engine of a product; null when Kedge does not support the product. */
export function engineOf(product: string): Engine | null {
  const name = product.toLowerCase();
  if (/redshift/.test(name)) return "redshift";
  if (/cockroach|greenplum|yugabyte|timescale/.test(name)) return "postgres";
  if (/postgre|^pg|^psql/.test(name)) return "postgres";
  return /mysql|maria/.test(name) ? "mysql" : null;
}

/** Turns drafts into entries; drafts that cannot be entries go to `left` with the reason. */
export function foundServers(drafts: readonly Draft[], remarks: readonly string[] = []): Found {
  const servers: FoundServer[] = [];
  const left: { name: string; why: string }[] = [];
  for (const { product, url, ...draft } of drafts.slice(0, MOST)) {
    const address = url === undefined ? null : urlParts(url);
    const shownName = oneLine(draft.name, { longest: 200 });
    const engine = engineOf(product) ?? (address && engineOf(address.scheme));
    if (engine === null) {
      left.push({
        name: shownName,
        why: `Kedge does not speak to ${oneLine(product, { longest: 100 }) || "its kind of server"}`,
      });
      continue;
    }
    const host = (draft.host || address?.host || "").trim();
    const port = portOf(draft.port) ?? portOf(address?.port) ?? ENGINES[engine].port;
    const database = bounded(draft.database || address?.database, 200);
    const user = bounded(draft.user || address?.user, 1000);
    const { name: _, ...rest } = draft;
    const why = faultOf(host) ?? unseenIn({ ...rest, database, user });
    if (why !== null) {
      left.push({ name: shownName, why });
      continue;
    }
    servers.push(
      given({ name: shownName || host.slice(0, 200), engine, ...rest, ...{ host, port, database, user } }),
    );
  }
  if (drafts.length > MOST) {
    left.push({ name: `${drafts.length - MOST} more`, why: `only the first ${MOST} are read` });
  }
  return { ...NOTHING, servers, left, remarks };
}

/** Returns why a host cannot be in an entry; null when it can. */
function faultOf(host: string): string | null {
  if (host === "") return "it has no host";
  if (host.length > 255) return "its host is longer than 255 characters";
  if (host.startsWith("-")) return "its host begins with a dash, as an option of a program would";
  if (host.includes("://")) return "its host is an address of another kind";
  return /\s/.test(host) || hasHidden(host) ? "its host holds spaces" : null;
}

/**
 * Returns why a field would look different from its content, because it contains invisible characters; null
 * when no field does.
 */
function unseenIn(fields: Readonly<Record<string, unknown>>): string | null {
  const [name] = Object.entries(fields).find(([, value]) => typeof value === "string" && hasHidden(value)) ??
    [];
  return name === undefined ? null : `its ${name} holds characters that are not seen`;
}

/** Returns a trimmed text, cut to the maximum length; undefined when it is empty. */
function bounded(text: string | undefined, longest: number): string | undefined {
  const trimmed = text?.trim().slice(0, longest);
  return trimmed === "" ? undefined : trimmed;
}

/** Returns the port when it is valid. */
function portOf(port: unknown): number | undefined {
  const number = typeof port === "number" ? port : /^\d{1,5}$/.test(String(port)) ? Number(port) : NaN;
  return Number.isInteger(number) && number >= 1 && number <= 65535 ? number : undefined;
}

/** Returns the server without the fields that have no value. */
function given(server: { readonly [K in keyof FoundServer]: FoundServer[K] | undefined }): FoundServer {
  return Object.fromEntries(Object.entries(server).filter(([, value]) => value !== undefined)) as never;
}

/** One SSH server on the way. */
export interface Hop {
  readonly host?: string | undefined;
  readonly port?: string | number | undefined;
  readonly user?: string | undefined;
}

/**
 * Returns the way through SSH servers, the first hop first; undefined when a hop has no host, or a host or
 * user that a program would take for an option.
 */
export function viaOf(hops: readonly Hop[]): string | undefined {
  const parts = hops.map(({ host = "", port, user = "" }) => {
    if (!/^[\w.:[\]-]+$/.test(host) || host.startsWith("-") || /[\s@/]/.test(user) || user.startsWith("-")) {
      return null;
    }
    const at = portOf(port);
    const name = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
    return `ssh://${user === "" ? "" : `${encodeURIComponent(user)}@`}${name}${
      at === undefined ? "" : `:${at}`
    }`;
  });
  return parts.length === 0 || parts.includes(null) ? undefined : parts.join(",");
}

/** Returns the fields of an entry for a program's own TLS mode. */
export function tlsOf(mode: string | undefined): Pick<FoundServer, "tls" | "tlsVerify"> {
  const word = (mode ?? "").toLowerCase().replaceAll("_", "-");
  if (/verify-(ca|full|identity)/.test(word)) return { tls: true, tlsVerify: true };
  return /^(require|required|true|1)$/.test(word) ? { tls: true } : {};
}

/**
 * Returns the parts of `jdbc:postgresql://host:port/database?user=x`, with or without `jdbc:`; null when the
 * text is not such an address.
 */
export function urlParts(
  url: string,
): { scheme: string; host: string; port?: string; database?: string; user?: string } | null {
  const match =
    /^(?:jdbc:)?([a-z][a-z0-9+.:-]*?):\/\/(?:([^@/?#]*)@)?(\[[^\]]*\]|[^:/?#,]*)(?::(\d+))?(?:,[^/?#]*)?(?:\/([^?#]*))?/i
      .exec(url.trim().slice(0, 4096));
  if (!match) return null;
  const decoded = (part: string) => percentDecoded(part) ?? part;
  const [, scheme = "", login, host = "", port, database] = match;
  const user = login === undefined ? undefined : decoded(login.split(":")[0]!);
  return {
    scheme,
    host: host.replace(/^\[|\]$/g, ""),
    ...(port === undefined ? {} : { port }),
    ...(database ? { database: decoded(database) } : {}),
    ...(user ? { user } : {}),
  };
}
