import { wayText } from "../../ways/address.ts";
import { type Engine, ENGINES } from "./facts.ts";

/** The part of a server's entry that says where it is. */
interface ServerAddress {
  readonly engine: Engine;
  readonly host: string;
  readonly port: number;
  readonly via?: string;
  readonly database?: string;
  /** Log groups, which are asked in the place of a server. */
  readonly logs?: { readonly groups: readonly string[] } | undefined;
  /** It is asked through a service of AWS. */
  readonly https?: {
    readonly account: string;
    readonly region: string;
    readonly cluster?: string;
    readonly workgroup?: string;
  } | undefined;
}

/** `db.internal:5432 through me@bastion`: the same host may be another computer on another way, or through another service. */
export function reachedAt(server: Pick<ServerAddress, "host" | "port" | "via" | "https">): string {
  const { https } = server;
  const of = https
    ? ` of ${https.account} in ${https.region}: ${https.cluster ?? https.workgroup ?? ""}`
    : "";
  return `${hostPort(server)}${through(server)}${of}`;
}

const through = ({ via, https }: Pick<ServerAddress, "via" | "https">) =>
  https ? " over the Data API" : via === undefined ? "" : ` through ${wayText(via)}`;

/** `db.internal:5432`; an IPv6 address stands in brackets: `[::1]:5432`. */
export function hostPort({ host, port }: Pick<ServerAddress, "host" | "port">): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** `db.internal:5432/shop`; without a database only host and port. */
export function address(server: Omit<ServerAddress, "engine">): string {
  return server.database ? `${hostPort(server)}/${server.database}` : hostPort(server);
}

/** Engine and address: `PostgreSQL · db.internal:5432/shop`; with the way to it: `… through me@bastion`. */
export function engineAndAddress(server: ServerAddress): string {
  if (server.logs) return `${ENGINES[server.engine].name} · ${server.logs.groups.join(", ")}`;
  return `${ENGINES[server.engine].name} · ${address(server)}${through(server)}`;
}
