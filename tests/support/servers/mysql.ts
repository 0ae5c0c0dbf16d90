import { join } from "node:path";
import { pinnedServer, placePinned } from "./pinned.ts";
import { freePort } from "./ports.ts";
import { daemon, type DatabaseServer, dataOnce, exec, runningMysql, serverFolder } from "./server.ts";

/**
 * Data need not survive a crash of the machine, so nothing is synced; native AIO has a machine-wide
 * limit.
 */
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
  await placePinned("mysql-8.0", home);
  const program = [
    ...["/usr/bin/env", `LD_LIBRARY_PATH=${join(home, "lib")}`, join(home, "bin", "mysqld"), "--no-defaults"],
    ...["--user=mysql", `--basedir=${home}`, `--datadir=${data}`, ...QUICK],
  ];
  await dataOnce(data, "mysql", [await pinnedServer("mysql-8.0"), ...QUICK], async () => {
    await exec(["install", "-d", "-o", "mysql", data]);
    await exec([...program, "--initialize-insecure"]);
    // The server makes its keys and its id when it starts without them.
    await exec(["find", data, "(", "-name", "*.pem", "-o", "-name", "auto.cnf", ")", "-delete"]);
  });
  const port = freePort();
  const server = daemon([
    ...program,
    ...[`--socket=${socket}`, `--port=${port}`, "--bind-address=127.0.0.1", "--mysqlx=OFF"],
    ...["--innodb-flush-log-at-trx-commit=0", "--skip-log-bin", "--secure-file-priv="],
  ], log);
  return await runningMysql(server, { root, log, socket, client: ["--skip-ssl"] }, {
    port,
    certificate: join(data, "ca.pem"),
  });
}
