import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { removeFolder } from "../remove_folder.ts";
import { pinnedServer } from "./pinned.ts";
import { freePort } from "./ports.ts";
import { daemon, type DatabaseServer, exec, running, serverFolder } from "./server.ts";

/** Nobody needs the data after a crash of the machine, and all programs of the machine share native AIO. */
const QUICK = [
  "--innodb-use-native-aio=0",
  "--innodb-flush-method=nosync",
  "--innodb-doublewrite=0",
  "--innodb-log-file-size=4M",
  "--innodb-buffer-pool-size=16M",
  "--performance-schema=0",
];

/** Starts Oracle's own MySQL 8.0 with a user `app`, whose password uses caching_sha2_password, and a database `app`. */
export async function startMysql(): Promise<DatabaseServer> {
  const { root } = await serverFolder("mysql");
  const home = join(root, "server"), data = join(root, "data"), log = join(root, "run", "server.log");
  const socket = join(root, "run", "my.sock");
  const pinned = await pinnedServer("mysql-8.0");
  await exec(["cp", "-r", pinned, home]);
  const program = [
    ...["/usr/bin/env", `LD_LIBRARY_PATH=${join(home, "lib")}`, join(home, "bin", "mysqld"), "--no-defaults"],
    ...["--user=mysql", `--basedir=${home}`, `--datadir=${data}`, ...QUICK],
  ];
  await initialize(pinned, data, [...program, "--initialize-insecure"]);
  const [user, password, port] = ["app", `app-${crypto.randomUUID()}`, freePort()];
  const server = daemon([
    ...program,
    ...[`--socket=${socket}`, `--port=${port}`, "--bind-address=127.0.0.1", "--mysqlx=OFF"],
    ...["--innodb-flush-log-at-trx-commit=0", "--skip-log-bin", "--secure-file-priv="],
  ], log);
  const sql = (statements: string, database?: string) =>
    exec([
      ...["mariadb", "--no-defaults", "-N", "-B", "--skip-ssl", `--socket=${socket}`, "-u", "root"],
      ...(database ? [database] : []),
    ], { input: statements });
  return await running(server, {
    root,
    log,
    signal: "KILL",
    ready: () => sql("select 1"),
    prepare: () =>
      sql(`create database app; create user app@'%' identified by '${password}';
      grant all on *.* to app@'%' with grant option;`),
  }, { host: "127.0.0.1", port, user, password, certificate: join(data, "ca.pem"), sql });
}

/**
 * Creates the data of a new server. What the server makes for that takes seconds and is always the same, so it
 * is made once on a machine; its keys and its id, which it makes when it starts without them, are its own.
 */
async function initialize(pinned: string, data: string, command: readonly string[]): Promise<void> {
  const options = createHash("sha256").update(QUICK.join(" ")).digest("hex").slice(0, 12);
  const made = `${pinned}-data-${options}`;
  if (!existsSync(made)) {
    await exec(["install", "-d", "-o", "mysql", data]);
    await exec(command);
    await exec(["find", data, "(", "-name", "*.pem", "-o", "-name", "auto.cnf", ")", "-delete"]);
    const fresh = await Deno.makeTempDir({ dir: dirname(made), prefix: `${basename(made)}-` });
    try {
      await exec(["cp", "-a", data, join(fresh, "data")]);
      // Another process may have been faster.
      await Deno.rename(join(fresh, "data"), made).catch((error) => {
        if (!existsSync(made)) throw error;
      });
    } finally {
      await removeFolder(fresh);
    }
  } else await exec(["cp", "-a", made, data]);
}
