import { join } from "node:path";
import {
  daemon,
  type DatabaseServer,
  exec,
  freePort,
  serverFolder,
  type ServerOptions,
  signalTree,
  untilReady,
} from "./server.ts";

export type { DatabaseServer } from "./server.ts";

/** What the kernel gives of native AIO is one pot for the whole machine: servers of tests side by side empty it. */
const NO_AIO = "--innodb-use-native-aio=0";

/** Starts a real MariaDB with a user `app` and an empty database `app`, in about two seconds. */
export async function startMariadb(
  options: ServerOptions & { maxConnections?: number } = {},
): Promise<DatabaseServer> {
  const { root, key, certificate } = await serverFolder("mysql");
  const data = join(root, "data"),
    log = join(root, "run", "server.log"),
    socket = join(root, "run", "my.sock");
  // A password of its own: tests search the whole machine for it.
  const [user, password, port] = ["app", `app-${crypto.randomUUID()}`, freePort()];
  await exec(["install", "-d", "-o", "mysql", data]);
  await exec([
    ...["mariadb-install-db", "--no-defaults", "--user=mysql", `--datadir=${data}`, "--skip-test-db"],
    "--auth-root-authentication-method=normal",
    NO_AIO,
  ]);
  const server = daemon([
    ...["/usr/sbin/mariadbd", "--no-defaults", "--user=mysql", `--datadir=${data}`, `--socket=${socket}`],
    ...[`--port=${port}`, "--bind-address=127.0.0.1", `--pid-file=${join(root, "run", "my.pid")}`],
    ...["--innodb-flush-log-at-trx-commit=0", "--innodb-buffer-pool-size=16M", NO_AIO],
    ...(options.maxConnections ? [`--max-connections=${options.maxConnections}`] : []),
    ...(options.tls === false ? ["--skip-ssl"] : [`--ssl-cert=${certificate}`, `--ssl-key=${key}`]),
  ], log);
  const sql = (statements: string, database?: string) =>
    exec([
      ...["mariadb", "--no-defaults", "-N", "-B", `--socket=${socket}`, "-u", "root"],
      ...(database ? [database] : []),
    ], { input: statements });
  const stop = async () => {
    await signalTree(server.pid, "CONT").catch(() => {});
    await exec(["kill", "-KILL", String(server.pid)]).catch(() => {});
    await server.status;
    await Deno.remove(root, { recursive: true });
  };
  try {
    await untilReady(server, log, () => sql("select 1"));
    await sql(`create database app; create user app@'%' identified by '${password}';
      grant all on *.* to app@'%';`);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    host: "127.0.0.1",
    port,
    user,
    password,
    sql,
    pause: () => signalTree(server.pid, "STOP"),
    resume: () => signalTree(server.pid, "CONT"),
    stop,
  };
}
