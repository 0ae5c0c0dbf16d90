import { join } from "node:path";
import { freePort } from "../support/servers/ports.ts";
import {
  daemon,
  type DatabaseServer,
  exec,
  kill,
  runningMysql,
  serverFolder,
  untilReady,
} from "../support/servers/server.ts";
import { newest } from "./packages.ts";

/** Data need not survive a crash, so nothing is synced; native AIO has a machine-wide limit. */
const QUICK = ["--innodb-use-native-aio=0", "--innodb-flush-method=nosync"];

/**
 * Starts MySQL or MariaDB of Debian's newest release, with TLS, a user `app` and a database `app`.
 */
export async function startNewest(name: "mysql" | "mariadb"): Promise<DatabaseServer> {
  const { root: home, program } = await newest(name);
  const { root, key, certificate } = await serverFolder("root");
  const data = join(root, "data"),
    log = join(root, "run", "server.log"),
    socket = join(root, "run", "my.sock");
  const share = join(home, "usr/share", name);
  const command = program(
    `usr/sbin/${name === "mysql" ? "mysqld" : "mariadbd"}`,
    ...["--no-defaults", "--user=root", `--datadir=${data}`, `--basedir=${join(home, "usr")}`],
    ...[`--lc-messages-dir=${share}`, `--character-sets-dir=${join(share, "charsets")}`],
    ...[`--plugin-dir=${join(home, "usr/lib/mysql/plugin")}`, ...QUICK],
  );
  if (name === "mysql") await exec([...command, "--initialize-insecure"]);
  else {
    await Deno.mkdir(join(data, "mysql"), { recursive: true });
    const tables = ["mariadb_system_tables", "mariadb_performance_tables", "mariadb_system_tables_data"];
    const texts = await Promise.all(tables.map((file) => Deno.readTextFile(join(share, `${file}.sql`))));
    await exec([...command, "--bootstrap", "--skip-grant-tables"], {
      input: ["use mysql;", ...texts].join("\n"),
    });
  }
  const port = freePort();
  const server = daemon([
    ...command,
    ...[`--socket=${socket}`, `--port=${port}`, "--bind-address=127.0.0.1"],
    ...[`--pid-file=${join(root, "run", "my.pid")}`, `--ssl-cert=${certificate}`, `--ssl-key=${key}`],
    ...(name === "mysql" ? ["--mysqlx=OFF", "--skip-log-bin", "--secure-file-priv="] : []),
  ], log);
  const more = "set global max_allowed_packet = 268435456";
  return await runningMysql(server, { root, log, socket, client: ["--skip-ssl"], more }, {
    port,
    certificate,
  });
}

/** Starts MySQL Router in front of a server, with TLS on both sides if the client asks for it. */
export async function startRouter(before: DatabaseServer): Promise<{ port: number; stop(): Promise<void> }> {
  const { root: home, program } = await newest("mysql");
  const { root, key, certificate } = await serverFolder("root");
  const port = freePort(), log = join(root, "run", "router.log"), settings = join(root, "router.conf");
  await Deno.writeTextFile(
    settings,
    `[DEFAULT]\nlogging_folder=\nruntime_folder=${root}/run\ndata_folder=${root}/run\nconfig_folder=${root}\n` +
      `plugin_folder=${home}/usr/lib/mysqlrouter/plugin\n[logger]\nlevel=info\n[routing:one]\n` +
      `bind_address=127.0.0.1\nbind_port=${port}\ndestinations=127.0.0.1:${before.port}\n` +
      "routing_strategy=first-available\nprotocol=classic\nclient_ssl_mode=PREFERRED\nserver_ssl_mode=AS_CLIENT\n" +
      `client_ssl_cert=${certificate}\nclient_ssl_key=${key}\n`,
  );
  const router = daemon(program("usr/bin/mysqlrouter", "-c", settings, "--user=root"), log);
  const stop = async () => {
    await kill(router);
    await Deno.remove(root, { recursive: true });
  };
  const ready = async () => (await Deno.connect({ hostname: "127.0.0.1", port })).close();
  await untilReady(router, log, ready, stop);
  return { port, stop };
}
