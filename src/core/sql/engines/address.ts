import { wayText } from "../../ways/address.ts";
import { type Engine, ENGINES } from "./facts.ts";

/** The fields of a server's entry that say where the server is. */
interface ServerAddress {
  readonly engine: Engine;
  readonly host: string;
  readonly port: number;
  readonly via?: string;
  readonly database?: string;
  /** Log groups that are queried instead of a server. */
  readonly logs?: { readonly groups: readonly string[] } | undefined;
  /** The service of AWS that runs statements for the server. */
  readonly https?: {
    readonly account: string;
    readonly region: string;
    readonly cluster?: string;
    readonly workgroup?: string;
  } | undefined;
}

/**
 * Returns `db.internal:5432 through me@bastion`. The way or the service is included, because the same host
 * may be another computer over another one.
 */
export function reachedAt(server: Pick<ServerAddress, "host" | "port" | "via" | "https">): string {
  const { https } = server;
  const of = https
    ? ` of ${https.account} in ${https.region}: ${https.cluster ?? https.workgroup ?? ""}`
    : "";
  return `${hostPort(server)}${through(server)}${of}`;
}

const through = ({ via, https }: Pick<ServerAddress, "via" | "https">) =>
  https ? " over the Data API" : via === undefined ? "" : ` through ${wayText(via)}`;

/** Returns `db.internal:5432`; an IPv6 address is in brackets: `[::1]:5432`. */
export function hostPort({ host, port }: Pick<ServerAddress, "host" | "port">): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Returns `db.internal:5432/shop`; only host and port without a database. */
export function address(server: Omit<ServerAddress, "engine">): string {
  return server.database ? `${hostPort(server)}/${server.database}` : hostPort(server);
}

/** Returns engine and address: `PostgreSQL · db.internal:5432/shop`; with the way to it: `… through me@bastion`. */
export function engineAndAddress(server: ServerAddress): string {
  if (server.logs) return `${ENGINES[server.engine].name} · ${server.logs.groups.join(", ")}`;
  return `${ENGINES[server.engine].name} · ${address(server)}${through(server)}`;
}
