import { join } from "node:path";
import { databaseElsewhere } from "./elsewhere.ts";
import { daemon, type DatabaseServer, exec, running, serverFolder, type ServerOptions } from "./server.ts";
import { freePort } from "./ports.ts";

export type { DatabaseServer } from "./server.ts";

/** What the kernel gives of native AIO is one pot for the whole machine: servers of tests side by side empty it. */
const NO_AIO = "--innodb-use-native-aio=0";
/** Nobody needs the data after a crash of the machine: nothing waits for the disk. */
const NO_SYNC = ["--debug-no-sync", "--innodb-flush-method=nosync", "--innodb-doublewrite=0"];

/** How a MariaDB of a test should be like. */
interface MariadbOptions extends ServerOptions {
  readonly maxConnections?: number;
  /** The program that judges logins of users that are identified via PAM's `kedge`; it gets the password as it was typed. */
  readonly pam?: string;
  /** The text of the authority whose certificates clients may show. */
  readonly clientAuthority?: string;
  /** More of its command line. */
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
  // A password of its own: tests search the whole machine for it.
  const [user, password, port] = ["app", `app-${crypto.randomUUID()}`, freePort()];
  await exec(["install", "-d", "-o", "mysql", data]);
  await exec([
    ...["mariadb-install-db", "--no-defaults", "--user=mysql", `--datadir=${data}`, "--skip-test-db"],
    "--auth-root-authentication-method=normal",
    NO_AIO,
    ...NO_SYNC,
  ]);
  const server = daemon([
    ...(options.pam === undefined ? [] : await ownPam(root, options.pam)),
    ...["/usr/sbin/mariadbd", "--no-defaults", "--user=mysql", `--datadir=${data}`, `--socket=${socket}`],
    ...[`--port=${port}`, "--bind-address=127.0.0.1", `--pid-file=${join(root, "run", "my.pid")}`],
    ...["--innodb-flush-log-at-trx-commit=0", "--innodb-buffer-pool-size=16M", NO_AIO],
    ...NO_SYNC,
    ...(options.pam === undefined ? [] : ["--plugin-load-add=auth_pam_v1", "--pam-use-cleartext-plugin=ON"]),
    ...(options.maxConnections ? [`--max-connections=${options.maxConnections}`] : []),
    ...(options.tls === false ? ["--skip-ssl"] : [`--ssl-cert=${certificate}`, `--ssl-key=${key}`]),
    ...(options.settings ?? []),
    ...(options.clientAuthority ? [`--ssl-ca=${authority}`] : []),
  ], log);
  const sql = (statements: string, database?: string) =>
    exec([
      ...["mariadb", "--no-defaults", "-N", "-B", `--socket=${socket}`, "-u", "root"],
      ...(database ? [database] : []),
    ], { input: statements });
  return await running(server, {
    root,
    log,
    signal: "KILL",
    ready: () => sql("select 1"),
    prepare: () =>
      sql(`create database app; create user app@'%' identified by '${password}';
      grant all on *.* to app@'%';`),
  }, { host: "127.0.0.1", port, user, password, certificate, sql });
}

/** What comes before a program that sees rules of PAM of its own, where nobody else on the machine does. */
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
