import { join } from "node:path";
import { jsonOrNull } from "../../json_values.ts";
import { entriesOf, fieldOf, jsonOf, textOf, within } from "../files.ts";
import { type Draft, type Found, foundServers, libpqTls, NOTHING, viaOf } from "../found.ts";
import { rowsOf } from "../sqlite.ts";
import type { Source } from "./source.ts";

/** Servers of pgAdmin 4: from the JSON file of "Export Servers", or from table `server` of `pgadmin4.db`. */
export const pgadmin: Source = {
  title: "pgAdmin",
  files: ({ home, config }) => [join(home, ".pgadmin/pgadmin4.db"), join(config, "pgadmin/pgadmin4.db")],
  async read(path) {
    if (path.endsWith(".json")) {
      const text = await textOf(path);
      return text === null ? null : parsePgadmin(exported(jsonOf(text, path)));
    }
    const rows = await rowsOf(path, "server");
    return rows && parsePgadmin(rows.map(stored));
  },
};

/** A server with the field names of the JSON export. */
type PgadminServer = Readonly<Record<string, unknown>>;

/** Returns the servers in an export, which are numbered. */
export function exported(document: unknown): PgadminServer[] {
  return entriesOf(within(document, "Servers")).map(([, server]) => Object.fromEntries(entriesOf(server)));
}

/** Converts a row of the table to the field names of the export. */
export function stored(row: Readonly<Record<string, unknown>>): PgadminServer {
  return {
    Name: row.name,
    Host: row.host,
    Port: row.port,
    MaintenanceDB: row.maintenance_db,
    Username: row.username,
    SSLMode: row.ssl_mode,
    Service: row.service,
    UseSSHTunnel: row.use_ssh_tunnel,
    TunnelHost: row.tunnel_host,
    TunnelPort: row.tunnel_port,
    TunnelUsername: row.tunnel_username,
    ConnectionParameters: jsonOrNull(fieldOf(row, "connection_params")),
  };
}

/** Returns the servers as entries of the configuration. */
export function parsePgadmin(servers: readonly PgadminServer[]): Found {
  if (servers.length === 0) return NOTHING;
  return foundServers(
    servers.map((server): Draft => {
      const of = (name: string) => fieldOf(server, name);
      const parameter = (name: string) => fieldOf(server, "ConnectionParameters", name);
      return {
        name: of("Name") ?? "",
        product: "postgresql",
        host: of("Host") || parameter("host") || parameter("hostaddr"),
        port: of("Port"),
        database: of("MaintenanceDB"),
        user: of("Username"),
        ...libpqTls(of("SSLMode") ?? parameter("sslmode"), {
          caFile: parameter("sslrootcert"),
          certFile: parameter("sslcert"),
          keyFile: parameter("sslkey"),
        }),
        ...(/^(1|true)$/.test(of("UseSSHTunnel") ?? "") && {
          via: viaOf([{ host: of("TunnelHost"), port: of("TunnelPort"), user: of("TunnelUsername") }]),
        }),
      };
    }),
    ["pgAdmin seals its passwords with its master password, so they are asked for once"],
  );
}
