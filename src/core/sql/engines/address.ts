import { type Engine, ENGINES } from "./facts.ts";

/** The part of a server's entry that says where it is. */
interface ServerAddress {
  readonly engine: Engine;
  readonly host: string;
  readonly port: number;
  readonly database?: string;
}

/** `db.internal:5432`; an IPv6 address stands in brackets: `[::1]:5432`. */
export function hostPort({ host, port }: Pick<ServerAddress, "host" | "port">): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** `db.internal:5432/shop`; without a database only host and port. */
export function address(place: Omit<ServerAddress, "engine">): string {
  return place.database ? `${hostPort(place)}/${place.database}` : hostPort(place);
}

/** Engine and address: `PostgreSQL · db.internal:5432/shop`. */
export function engineAndAddress(place: ServerAddress): string {
  return `${ENGINES[place.engine].name} · ${address(place)}`;
}
