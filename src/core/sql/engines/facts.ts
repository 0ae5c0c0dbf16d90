/** What is known of an engine. */
interface EngineFacts {
  /** The product's name, as people write it. */
  readonly name: string;
  /** What a person chooses in a form: every product that speaks this engine's protocol. */
  readonly choice: string;
  /** The port that its servers usually listen on. */
  readonly port: number;
  /** The database that is opened when the configuration names none; null: none is. */
  readonly database: string | null;
  /** The protocol that its servers speak. */
  readonly protocol: "postgres" | "mysql" | "trino" | "insights";
}

/** The engines, in the order in which they are offered. */
export const ENGINES = {
  postgres: {
    name: "PostgreSQL",
    choice: "PostgreSQL",
    port: 5432,
    database: "postgres",
    protocol: "postgres",
  },
  mysql: { name: "MySQL", choice: "MySQL or MariaDB", port: 3306, database: null, protocol: "mysql" },
  redshift: { name: "Redshift", choice: "Redshift", port: 5439, database: "dev", protocol: "postgres" },
  athena: { name: "Athena", choice: "Athena", port: 443, database: "default", protocol: "trino" },
  logs: { name: "Logs Insights", choice: "Logs Insights", port: 443, database: null, protocol: "insights" },
} as const satisfies Record<string, EngineFacts>;

/** An engine, as the configuration names it; `logs` is opened from log groups alone. */
export type Engine = keyof typeof ENGINES;

/** The engines' names in the configuration. */
export const ENGINE_IDS = (Object.keys(ENGINES) as Engine[]).filter((engine) => engine !== "logs") as [
  Engine,
  ...Engine[],
];

/** The type of the column that holds what AWS finds the line of a log by: pages and files leave it out. */
export const POINTER = "pointer";

/** What is known of an engine; undefined for a text that names none, such as that of an unfinished form. */
export function engineFacts(engine: string | undefined): EngineFacts | undefined {
  return engine !== undefined && Object.hasOwn(ENGINES, engine) ? ENGINES[engine as Engine] : undefined;
}

/** The database that a server opens; undefined: none. */
export function databaseOf(
  server: { readonly engine: Engine; readonly database?: string },
): string | undefined {
  return server.database || (ENGINES[server.engine].database ?? undefined);
}

/** How a server is spoken to, for people: certificates are checked where it is known who must vouch for them. */
export function tlsWords(
  { tls, trust, tlsVerify, caFile, https, host = "", engine }: {
    readonly host?: string;
    readonly engine?: Engine;
    readonly tls: boolean;
    readonly trust?: "aws" | undefined;
    readonly tlsVerify?: boolean | undefined;
    readonly caFile?: string | undefined;
    readonly https?: object | undefined;
  },
): string {
  if (https || engine === "logs") return "HTTPS, certificate verified";
  if (host.startsWith("/") && (!tls || engine !== "mysql")) return "Unix socket";
  if (!tls) return "no TLS";
  return `TLS, certificate ${trust || tlsVerify || caFile ? "verified" : "not verified"}`;
}
