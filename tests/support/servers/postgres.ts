import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Server } from "../../../src/core/config/config.ts";
import { databaseElsewhere } from "./elsewhere.ts";
import {
  daemon,
  type DatabaseServer,
  dataOnce,
  exec,
  running,
  serverFolder,
  type ServerOptions,
} from "./server.ts";
import { placePinned } from "./pinned.ts";
import { freePort } from "./ports.ts";

export type { DatabaseServer } from "./server.ts";

/** The password of a new server, until it has its own. */
const FIRST_PASSWORD = "first";

/** Options of a test's PostgreSQL. */
interface PostgresOptions extends ServerOptions {
  readonly maxConnections?: number;
  readonly port?: number;
  /** A version other than Debian's. */
  readonly version?: "9.6" | "14" | "18";
  readonly settings?: Readonly<Record<string, string>>;
}

/** Returns the server “shop” of a configuration, which leads to a real PostgreSQL. */
export const shopAt = ({ host, port }: Pick<DatabaseServer, "host" | "port">): Server => ({
  name: "shop",
  engine: "postgres",
  host,
  port,
  database: "postgres",
  tls: false,
});

/** Starts a real PostgreSQL with scram passwords (md5 before version 10) and an empty database `postgres`. */
export async function startPostgres(options: PostgresOptions = {}): Promise<DatabaseServer> {
  const elsewhere = await databaseElsewhere("postgres", options);
  if (elsewhere) return elsewhere;
  const debian = await postgresFolder();
  const { version } = options;
  const { root, key, certificate } = await serverFolder("postgres");
  let bin = debian;
  if (version !== undefined) {
    await placePinned(`postgres-${version}`, join(root, "server"));
    bin = join(root, "server", "bin");
  }
  const data = join(root, "data"), log = join(root, "run", "server.log");
  // The password is unique, because tests search the whole machine for it.
  const [user, password] = ["app", `app-${crypto.randomUUID()}`];
  const port = options.port ?? freePort();
  // PostgreSQL refuses to run as root.
  const as = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"];
  const first = join(root, "password");
  const initial = [
    ...["-U", user, "-A", version === "9.6" ? "md5" : "scram-sha-256"],
    ...["-E", "UTF8", "--locale=C.UTF-8", "-N"],
  ];
  await dataOnce(
    data,
    "postgres",
    [await exec([join(bin, "postgres"), "--version"]), FIRST_PASSWORD, ...initial],
    async () => {
      await exec(["install", "-d", "-o", "postgres", "-m", "700", data]);
      await Deno.writeTextFile(first, FIRST_PASSWORD);
      await exec([...as, join(bin, "initdb"), "-D", data, `--pwfile=${first}`, ...initial]);
    },
  );
  const settings = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: join(root, "run"),
    max_connections: options.maxConnections ?? 30,
    fsync: "off",
    ...options.settings,
    ...(options.tls === false ? {} : { ssl: "on", ssl_cert_file: certificate, ssl_key_file: key }),
  };
  await Deno.writeTextFile(
    join(data, "postgresql.conf"),
    Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`).join(""),
    { append: true },
  );
  const server = daemon([...as, join(bin, "postgres"), "-D", data], log);
  const client = (password: string) => (statements: string, database = "postgres") =>
    exec([
      ...[join(debian, "psql"), "-X", "-At", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", String(port)],
      ...["-U", user, "-d", database, "-f", "-"],
    ], { env: { PGPASSWORD: password, PGCONNECT_TIMEOUT: "5" }, input: statements });
  const initially = client(FIRST_PASSWORD), sql = client(password);
  return await running(server, {
    root,
    log,
    // An immediate shutdown also ends the child processes, which a kill would not.
    signal: "QUIT",
    ready: () => initially("select 1"),
    prepare: () => initially(`alter role ${user} password '${password}'`),
  }, { host: "127.0.0.1", port, user, password, certificate, sql });
}

/** Returns the folder of the newest installed PostgreSQL, because Debian does not put its programs on PATH. */
async function postgresFolder(): Promise<string> {
  const base = "/usr/lib/postgresql";
  const versions = existsSync(base)
    ? (await Array.fromAsync(Deno.readDir(base))).map(({ name }) => name)
    : [];
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
  if (!newest) throw new Error("PostgreSQL is not installed (Debian: apt install postgresql)");
  return join(base, newest, "bin");
}
