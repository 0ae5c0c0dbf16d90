import { join } from "node:path";
import { databaseElsewhere } from "./elsewhere.ts";
import {
  daemon,
  type DatabaseServer,
  dataOnce,
  exec,
  runningMysql,
  serverFolder,
  type ServerOptions,
} from "./server.ts";
import { freePort } from "./ports.ts";

export type { DatabaseServer } from "./server.ts";

const PROGRAM = "/usr/sbin/mariadbd";

/** The kernel has one pool of native AIO for the whole machine, which parallel test servers would exhaust. */
const NO_AIO = "--innodb-use-native-aio=0";
/** Data need not survive a crash of the machine, so nothing is synced. */
const NO_SYNC = ["--debug-no-sync", "--innodb-flush-method=nosync", "--innodb-doublewrite=0"];

/** Options of a test's MariaDB. */
interface MariadbOptions extends ServerOptions {
  readonly maxConnections?: number;
  /** Program that decides logins of users identified via PAM's `kedge`. It receives the typed password. */
  readonly pam?: string;
  /** PEM text of the authority whose client certificates are accepted. */
  readonly clientAuthority?: string;
  /** Further arguments of its command line. */
  readonly settings?: readonly string[];
}

/** Starts a real MariaDB with a user `app` and an empty database `app`, in about two seconds. */
export async function startMariadb(
  options: MariadbOptions = {},
): Promise<DatabaseServer> {
  const elsewhere = await databaseElsewhere("mariadb", options);
  if (elsewhere) return elsewhere;
  const { root, key, certificate } = await serverFolder("mysql");
  const data = join(root, "data"),
    log = join(root, "run", "server.log"),
    socket = join(root, "run", "my.sock");
  const authority = join(root, "authority.pem");
  if (options.clientAuthority) await Deno.writeTextFile(authority, options.clientAuthority, { mode: 0o644 });
  const port = freePort();
  const install = [
    ...["mariadb-install-db", "--no-defaults", "--user=mysql", "--skip-test-db"],
    ...["--auth-root-authentication-method=normal", "--innodb-log-file-size=4M", NO_AIO, ...NO_SYNC],
  ];
  await dataOnce(data, "mysql", [await exec([PROGRAM, "--version"]), ...install], async () => {
    await exec(["install", "-d", "-o", "mysql", data]);
    await exec([...install, `--datadir=${data}`]);
  });
  const server = daemon([
    ...(options.pam === undefined ? [] : await ownPam(root, options.pam)),
    ...[PROGRAM, "--no-defaults", "--user=mysql", `--datadir=${data}`, `--socket=${socket}`],
    ...[`--port=${port}`, "--bind-address=127.0.0.1", `--pid-file=${join(root, "run", "my.pid")}`],
    ...["--innodb-flush-log-at-trx-commit=0", "--innodb-buffer-pool-size=16M", NO_AIO],
    ...NO_SYNC,
    ...(options.pam === undefined ? [] : ["--plugin-load-add=auth_pam_v1", "--pam-use-cleartext-plugin=ON"]),
    ...(options.maxConnections ? [`--max-connections=${options.maxConnections}`] : []),
    ...(options.tls === false ? ["--skip-ssl"] : [`--ssl-cert=${certificate}`, `--ssl-key=${key}`]),
    ...(options.settings ?? []),
    ...(options.clientAuthority ? [`--ssl-ca=${authority}`] : []),
  ], log);
  return await runningMysql(server, { root, log, socket }, { port, certificate });
}

/** Returns the command prefix that gives a program its own PAM rules, which no other program of the machine sees. */
async function ownPam(root: string, program: string): Promise<string[]> {
  const rules = join(root, "pam.d"), judge = join(root, "judge");
  await Deno.mkdir(rules, { mode: 0o755 });
  await Deno.writeTextFile(judge, program, { mode: 0o755 });
  await Deno.writeTextFile(
    join(rules, "kedge"),
    `auth required pam_exec.so expose_authtok quiet ${judge}\naccount required pam_permit.so\n`,
  );
  const mounted = 'mount --bind "$0" /etc/pam.d && exec "$@"';
  return ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", mounted, rules];
}
