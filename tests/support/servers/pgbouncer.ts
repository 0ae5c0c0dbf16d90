import { join } from "node:path";
import { freePort } from "./ports.ts";
import { daemon, type DatabaseServer, exec, kill, serverFolder, untilReady } from "./server.ts";
import { removeFolder } from "../remove_folder.ts";

/** A pooler in front of a PostgreSQL, which shares one connection of the server between several clients. */
interface Pooler {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Starts a real PgBouncer. In the mode `transaction` another client may get the server's connection after
 * each transaction.
 */
export async function startPgbouncer(
  before: Pick<DatabaseServer, "port" | "user" | "password">,
  mode: "session" | "transaction" | "statement",
): Promise<Pooler> {
  const { root } = await serverFolder("postgres");
  const port = freePort(), log = join(root, "run", "pgbouncer.log");
  const settings = join(root, "run", "pgbouncer.ini"), users = join(root, "run", "users.txt");
  await Deno.writeTextFile(users, `"${before.user}" "${before.password}"\n`);
  await Deno.writeTextFile(
    settings,
    `[databases]\n* = host=127.0.0.1 port=${before.port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\n` +
      `listen_port = ${port}\nunix_socket_dir =\nauth_type = plain\nauth_file = ${users}\npool_mode = ${mode}\n` +
      "default_pool_size = 1\nmax_client_conn = 50\n",
  );
  await exec(["chown", "-R", "postgres", join(root, "run")]);
  const server = daemon([
    "setpriv",
    "--reuid=postgres",
    "--regid=postgres",
    "--clear-groups",
    "pgbouncer",
    settings,
  ], log);
  const stop = async () => {
    await kill(server);
    await removeFolder(root);
  };
  const ready = async () => (await Deno.connect({ hostname: "127.0.0.1", port })).close();
  await untilReady(server, log, ready, stop);
  return { port, stop };
}
