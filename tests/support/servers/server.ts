import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beginWait } from "../../runner/slowness.ts";
import { testCache } from "../cache.ts";
import { removeFolder } from "../remove_folder.ts";

/** A database server of a test, on a free port of 127.0.0.1. */
export interface DatabaseServer {
  readonly host: string;
  readonly port: number;
  /** A user with all privileges. */
  readonly user: string;
  readonly password: string;
  /** Path of its self-signed certificate for `localhost` and 127.0.0.1, which is also its authority. */
  readonly certificate: string;
  /** Runs SQL as that user with the server's own client. */
  sql(statements: string, database?: string): Promise<string>;
  /** Freezes the server's processes; `resume` thaws them. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** Options of a test's database server. */
export interface ServerOptions {
  /** Whether the server offers TLS, with a self-signed certificate; default true. */
  readonly tls?: boolean;
}

/** Runs a program to its end and returns its output; throws with the output when it fails. */
export async function exec(
  command: readonly string[],
  options: { env?: Record<string, string>; input?: string } = {},
): Promise<string> {
  const child = new Deno.Command(command[0]!, {
    args: command.slice(1),
    ...(options.env ? { env: options.env } : {}),
    stdin: options.input === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  if (options.input !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(options.input));
    await writer.close();
  }
  const output = await child.output();
  const [stdout, stderr] = [output.stdout, output.stderr].map((bytes) => new TextDecoder().decode(bytes));
  if (!output.success) throw new Error(`${command.join(" ")} ended with ${output.code}:\n${stdout}${stderr}`);
  return stdout!;
}

/**
 * Fills the folder `data` of a new server, of the user `owner`, by `make`. That takes seconds and gives the same
 * each time, so it is done once on a machine for the same `parts`: the program's version and its options.
 */
export async function dataOnce(
  data: string,
  owner: string,
  parts: readonly string[],
  make: () => Promise<unknown>,
): Promise<void> {
  const kept = testCache(`data-${createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 16)}`);
  if (existsSync(kept)) {
    await exec(["cp", "-a", kept, data]);
    // Users may have other numbers where the cache is shared.
    return void await exec(["chown", "-R", owner, data]);
  }
  await make();
  await Deno.mkdir(testCache(), { recursive: true });
  const fresh = await Deno.makeTempDir({ dir: testCache(), prefix: "data-" });
  try {
    await exec(["cp", "-a", data, join(fresh, "data")]);
    // Another process may have been faster.
    await Deno.rename(join(fresh, "data"), kept).catch((error) => {
      if (!existsSync(kept)) throw error;
    });
  } finally {
    await removeFolder(fresh);
  }
}

/** Starts a server that is killed when this process ends; its output goes to `log`. */
export function daemon(command: readonly string[], log: string): Deno.ChildProcess {
  return new Deno.Command("/bin/sh", {
    args: ["-c", 'log=$1; shift; exec setpriv --pdeathsig KILL "$@" >"$log" 2>&1', "sh", log, ...command],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
}

/** Creates a folder that other users may enter but not write, with a key and a self-signed certificate. */
export async function serverFolder(
  owner: string,
): Promise<{ root: string; key: string; certificate: string }> {
  const root = await Deno.makeTempDir({ prefix: `kedge-${owner}-` });
  await Deno.chmod(root, 0o755);
  await Deno.mkdir(join(root, "run"));
  await Deno.chmod(join(root, "run"), 0o777);
  const key = join(root, "key.pem"), certificate = join(root, "cert.pem");
  await exec([
    ...["openssl", "req", "-new", "-x509", "-days", "2", "-nodes", "-newkey", "ec"],
    ...["-pkeyopt", "ec_paramgen_curve:prime256v1", "-subj", "/CN=localhost"],
    ...["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-out", certificate, "-keyout", key],
  ]);
  await exec(["chown", owner, key, certificate]);
  await Deno.chmod(key, 0o600);
  return { root, key, certificate };
}

/** Ends a process at once, if it has not ended yet, and waits for that. */
export async function kill(child: Deno.ChildProcess): Promise<void> {
  try {
    child.kill("SIGKILL");
  } catch {
    // The process has ended.
  }
  await child.status;
}

/**
 * Waits until the server answers. Calls `stop`, and throws with the server's log, when it has ended or takes
 * too long.
 */
export async function untilReady(
  server: Deno.ChildProcess,
  log: string,
  ready: () => Promise<unknown>,
  stop?: () => Promise<void>,
): Promise<void> {
  let ended = false;
  server.status.then(() => ended = true);
  const isOver = beginWait(60_000);
  for (;;) {
    if (await ready().then(() => true, () => false)) return;
    if (ended || isOver()) {
      const text = await Deno.readTextFile(log).catch(() => "no log");
      await stop?.();
      throw new Error(`the server did not start:\n${text}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Sends a signal to a process and its children, as far as they exist. */
async function signalTree(pid: number, signal: "STOP" | "CONT" | Life["signal"]): Promise<void> {
  await exec(["pkill", `-${signal}`, "-P", String(pid)]).catch(() => {});
  await exec(["kill", `-${signal}`, String(pid)]);
}

/** How to wait for a server and how to end it. */
interface Life {
  readonly root: string;
  readonly log: string;
  /** Signal that ends the server. */
  readonly signal: "QUIT" | "KILL";
  /** Succeeds when the server answers. */
  readonly ready: () => Promise<unknown>;
  /** Prepares the server once it answers. */
  readonly prepare?: () => Promise<unknown>;
}

/** Returns a started server once it answers. A server that does not start is ended and its files are removed. */
export async function running(
  server: Deno.ChildProcess,
  { root, log, signal, ready, prepare }: Life,
  facts: Omit<DatabaseServer, "pause" | "resume" | "stop">,
): Promise<DatabaseServer> {
  const stop = async () => {
    // A paused server continues only to end.
    await signalTree(server.pid, signal).catch(() => {});
    await signalTree(server.pid, "CONT").catch(() => {});
    await server.status;
    await removeFolder(root);
  };
  try {
    await untilReady(server, log, ready);
    await prepare?.();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ...facts,
    pause: () => signalTree(server.pid, "STOP"),
    resume: () => signalTree(server.pid, "CONT"),
    stop,
  };
}

/**
 * Returns a MySQL or MariaDB, whose user root has no password yet, once it answers and has a user `app` and an
 * empty database `app`. `client` are further options of the client, `more` further statements.
 */
export function runningMysql(
  server: Deno.ChildProcess,
  { root, log, socket, client = [], more = "" }: {
    readonly root: string;
    readonly log: string;
    readonly socket: string;
    readonly client?: readonly string[];
    readonly more?: string;
  },
  facts: Pick<DatabaseServer, "port" | "certificate">,
): Promise<DatabaseServer> {
  // The password is unique, because tests search the whole machine for it.
  const [user, password] = ["app", `app-${crypto.randomUUID()}`];
  const sql = (statements: string, database?: string) =>
    exec([
      ...["mariadb", "--no-defaults", "-N", "-B", ...client, `--socket=${socket}`, "-u", "root"],
      ...(database ? [database] : []),
    ], { input: statements });
  return running(server, {
    root,
    log,
    signal: "KILL",
    ready: () => sql("select 1"),
    prepare: () =>
      sql(`create database app; create user app@'%' identified by '${password}';
      grant all on *.* to app@'%' with grant option; ${more}`),
  }, { ...facts, host: "127.0.0.1", user, password, sql });
}
