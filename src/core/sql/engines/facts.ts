/** Facts about an engine. */
interface EngineFacts {
  /** Name of the product, as people write it. */
  readonly name: string;
  /** Name in a form: all products that speak this engine's protocol. */
  readonly choice: string;
  /** Usual port of its servers. */
  readonly port: number;
  /** Database that is opened when the configuration names none; null: none is opened. */
  readonly database: string | null;
  /** Protocol of its servers. */
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

/** An engine, named as in the configuration. Only log groups open `logs`. */
export type Engine = keyof typeof ENGINES;

/** Names of the engines that the configuration accepts. */
export const ENGINE_IDS = (Object.keys(ENGINES) as Engine[]).filter((engine) => engine !== "logs") as [
  Engine,
  ...Engine[],
];

/** Type of the column with AWS's pointers to the lines of a log. Pages and files leave this column out. */
export const POINTER = "pointer";

/**
 * Returns the facts about an engine; undefined for a text that names no engine, for example from an
 * unfinished form.
 */
export function engineFacts(engine: string | undefined): EngineFacts | undefined {
  return engine !== undefined && Object.hasOwn(ENGINES, engine) ? ENGINES[engine as Engine] : undefined;
}

/** Returns the database that a server opens; undefined: none. */
export function databaseOf(
  server: { readonly engine: Engine; readonly database?: string },
): string | undefined {
  return server.database || (ENGINES[server.engine].database ?? undefined);
}

/** Returns how the connection to a server is encrypted and whether the certificate is verified, for people. */
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
