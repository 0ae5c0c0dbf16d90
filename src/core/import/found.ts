import type { Importable } from "../aws/profiles/importable.ts";
import type { Server } from "../config/config.ts";
import { parseConfig } from "../config/parse.ts";
import { nameOf } from "../document/value.ts";
import type { Json } from "../json/node.ts";
import type { Secret } from "../secret.ts";
import { acceptsAny, type Engine, engineAt, ENGINES, modeOf, NO_TLS } from "../sql/engines/mod.ts";
import { hasHidden } from "../text/hidden.ts";
import { oneLine } from "../text/outside.ts";
import { percentDecoded } from "../text/percent.ts";
import { hopText, parseWay } from "../ways/address.ts";

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
export class ImportError extends Error {
  override readonly name = "ImportError";

  /** @param hint the next step */
  constructor(message: string, readonly hint: string) {
    super(message);
  }
}

/** Maximum connections imported; a note mentions the others. */
const MAX_COUNT = 2000;
/** Maximum characters of a way in the configuration. */
const MAX_WAY_LENGTH = 1000;

/** The fields of an object, none of which need have a value. */
type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** The data of a connection before it is compared with what Kedge supports. */
export interface Draft extends Omit<Loose<FoundServer>, "engine" | "host" | "port" | "via"> {
  readonly name: string;
  /** The program's own name of the product. */
  readonly product: string;
  readonly host?: string | undefined;
  readonly port?: string | number | undefined;
  /** An address that contains the other parts, and may insist on TLS: `jdbc:postgresql://…`. */
  readonly url?: string | undefined;
  /** Whether the program accepts every certificate, also beside an authority. */
  readonly unchecked?: boolean;
  /** The way, as of {@link viaOf}: null when it has a tunnel or proxy that cannot be written as one. */
  readonly via?: string | null | undefined;
}

/**
 * Why a connection with an unknown way is left out: without its way it would be another one, and its password
 * would go there.
 */
const NO_WAY = "its tunnel or proxy cannot be written as a way";

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
  let withoutFiles = 0;
  for (const { product, url, caFile, certFile, keyFile, ...draft } of drafts.slice(0, MAX_COUNT)) {
    const address = url === undefined ? null : urlParts(url);
    const shownName = oneLine(draft.name, { longest: 200 });
    const spoken = engineOf(product) ?? (address && engineOf(address.scheme));
    if (spoken === null) {
      left.push({
        name: shownName,
        why: `Kedge does not speak to ${oneLine(product, { longest: 100 }) || "its kind of server"}`,
      });
      continue;
    }
    const host = (draft.host || address?.host || "").trim();
    const engine = engineAt(host, spoken);
    const port = portOf(draft.port) ?? portOf(address?.port) ?? ENGINES[engine].port;
    const database = bounded(draft.database || address?.database, 200);
    const user = bounded(draft.user || address?.user, 1000);
    const { name: _, via, unchecked, ...beside } = draft;
    // The settings beside an address may insist on more than the address, or on less. The stricter one holds.
    const rest = { ...driverTls(address?.mode), ...beside };
    const files = {
      caFile: caFile || address?.files?.caFile,
      certFile: certFile || address?.files?.certFile,
      keyFile: keyFile || address?.files?.keyFile,
    };
    // Kedge verifies by any authority, so one that the program does not use would refuse a server that worked.
    const lax = !rest.tlsVerify && (unchecked || /^jdbc:/i.test(url ?? "") && acceptsAny(address?.mode));
    const server = given({
      ...{ name: shownName || host.slice(0, 200), engine, ...rest, host, port, database, user },
      via: via ?? undefined,
      ...(rest.tls && {
        ...files,
        ...(lax && { caFile: undefined }),
        // The configuration refuses a key without its certificate, and the whole connection with it.
        ...(!files.certFile && { keyFile: undefined }),
      }),
    });
    const why = faultOf(host) ?? unseenIn({ ...rest, ...files, via, database, user }) ??
      (via === null ? NO_WAY : entryFault(server));
    if (why !== null) {
      left.push({ name: shownName, why });
      continue;
    }
    servers.push(server);
    if (!rest.tls && Object.values(files).some(Boolean)) withoutFiles++;
  }
  if (drafts.length > MAX_COUNT) {
    left.push({ name: `${drafts.length - MAX_COUNT} more`, why: `only the first ${MAX_COUNT} are read` });
  }
  return { ...NOTHING, servers, left, remarks: [...remarks, ...filesRemark(withoutFiles)] };
}

/** Returns the note about connections that do not insist on TLS, without which certificate files have no effect. */
function filesRemark(count: number): string[] {
  return count === 0
    ? []
    : count === 1
    ? ["1 connection does not insist on TLS, so its certificate files are left out"]
    : [`${count} connections do not insist on TLS, so their certificate files are left out`];
}

/** Returns the entry of a server, always without a login. */
export function entryOf({ user: _user, password: _password, ...entry }: FoundServer): Json {
  return entry as unknown as Json;
}

/**
 * Returns what the configuration calls an error in the entry of a server, because one such entry would make it
 * refuse all others with it; null when there is none.
 */
function entryFault(server: FoundServer): string | null {
  const { diagnostics } = parseConfig(JSON.stringify({ servers: [entryOf(server)] }));
  const error = diagnostics.find(({ severity }) => severity === "error");
  return error ? error.message.replace(nameOf(error.path), `its ${error.path.slice(2).join(".")}`) : null;
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
function given(server: Loose<FoundServer>): FoundServer {
  return Object.fromEntries(Object.entries(server).filter(([, value]) => value !== undefined)) as never;
}

/** One SSH server on the way. */
export interface Hop {
  readonly host?: string | undefined;
  readonly port?: string | number | undefined;
  readonly user?: string | undefined;
}

/** Returns the way through SSH servers, the first hop first; null when it cannot be written as a way. */
export function viaOf(hops: readonly Hop[]): string | null {
  const meant = hops.map(({ host = "", port, user }) => ({
    user: user || undefined,
    host: /:.*:/.test(host) && !host.startsWith("[") ? `[${host}]` : host,
    port: portOf(port),
  }));
  const via = meant.map((hop) => `ssh://${hopText(hop)}`).join(",");
  if (via.length > MAX_WAY_LENGTH) return null;
  const way = parseWay(via);
  // A comma or an @ in a name would lead to another computer than the program's.
  return "hops" in way && JSON.stringify(way.hops) === JSON.stringify(meant) ? via : null;
}

/** Returns the fields of an entry for a program's own TLS mode. */
export function tlsOf(mode: string | undefined): Pick<FoundServer, "tls" | "tlsVerify"> {
  const word = (mode ?? "").toLowerCase().replaceAll("_", "-");
  if (/verify-(ca|full|identity)/.test(word)) return { tls: true, tlsVerify: true };
  return /^(require|required|true|1)$/.test(word) ? { tls: true } : {};
}

/** Returns the fields of an entry for a driver's TLS mode. Any value that does not turn TLS off turns it on. */
export function driverTls(mode: string | undefined): Pick<FoundServer, "tls" | "tlsVerify"> {
  return mode === undefined || NO_TLS.test(mode) ? {} : { tls: true, ...tlsOf(mode) };
}

/** Certificate files of a connection. */
export type TlsFiles = Loose<Pick<FoundServer, "caFile" | "certFile" | "keyFile">>;

/** Returns the certificate files among the settings of a driver. */
export function filesOf(settings: readonly (readonly [name: string, value: string])[]): TlsFiles {
  // Drivers write these names with a dash, an underscore or none.
  const of = (named: RegExp) => settings.find(([name, value]) => named.test(name) && value !== "")?.[1];
  const caFile = of(/^ssl(rootcert|[-_]?ca)$/i);
  return {
    // The word stands for the authorities of this computer.
    caFile: caFile === "system" ? undefined : caFile,
    certFile: of(/^ssl[-_]?cert$/i),
    keyFile: of(/^ssl[-_]?key$/i),
  };
}

/** Returns the fields of an entry for libpq's TLS mode and certificate files. */
export function libpqTls(
  mode: string | undefined,
  { caFile, ...own }: TlsFiles,
): Pick<Draft, "tls" | "tlsVerify" | keyof TlsFiles> {
  // The word stands for the authorities of this computer, and libpq then verifies fully.
  return caFile === "system" ? { ...tlsOf("verify-full"), ...own } : { ...tlsOf(mode), caFile, ...own };
}

/** The parts of an address. */
interface UrlParts {
  readonly scheme: string;
  readonly host: string;
  readonly port?: string;
  readonly database?: string;
  readonly user?: string;
  /** The TLS mode, as of {@link modeOf}. */
  readonly mode?: string;
  readonly files?: TlsFiles;
}

/**
 * Returns the parts of `jdbc:postgresql://host:port/database?sslmode=x`, with or without `jdbc:`; null when the
 * text is not such an address. Redshift's driver has its settings behind semicolons.
 */
export function urlParts(url: string): UrlParts | null {
  const text = url.trim().slice(0, 4096);
  const match =
    /^(?:jdbc:)?([a-z][a-z0-9+.:-]*?):\/\/(?:([^@/?#]*)@)?(\[[^\]]*\]|[^:/?#,]*)(?::(\d+))?(?:,[^/?#]*)?(?:\/([^?#;]*))?/i
      .exec(text);
  if (!match) return null;
  const decoded = (part: string) => percentDecoded(part) ?? part;
  const [, scheme = "", login, host = "", port, database] = match;
  const user = login === undefined ? undefined : decoded(login.split(":")[0]!);
  const [query = ""] = text.slice(match[0].length).split("#", 1);
  const settings = [...query.matchAll(/[?&;]([^=&;]+)(?:=([^&;]*))?/g)].map(([, name = "", value = ""]) =>
    [name, decoded(value)] as const
  );
  // A setting without a value is switched on.
  const mode = modeOf(settings.map(([name, value]) => [name, value || "true"]));
  const files = filesOf(settings);
  return {
    scheme,
    host: host.replace(/^\[|\]$/g, ""),
    ...(port === undefined ? {} : { port }),
    ...(database ? { database: decoded(database) } : {}),
    ...(user ? { user } : {}),
    ...(mode === undefined ? {} : { mode }),
    ...(Object.values(files).some(Boolean) ? { files } : {}),
  };
}
