/**
 * Measures the first rows over an open way, a million rows against psql through `ssh -L`, and
 * opening a way against ssh itself.
 */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { Secret } from "../../src/core/secret.ts";
import type { Server } from "../../src/core/config/config.ts";
import { testConnection } from "../../src/core/sql/mod.ts";
import { openSession } from "../../src/core/sql/session/mod.ts";
import { plainEnvironment } from "../support/program/kedge.ts";
import { program } from "../support/program/program.ts";
import { freePort } from "../support/servers/ports.ts";
import { type DatabaseServer, startPostgres } from "../support/servers/postgres.ts";
import { sshStage } from "../support/servers/ssh.ts";
import { goal } from "./goal.ts";

const ROWS = 1_000_000;
const COLUMNS = 20;
const ROUNDS = 3;

/** Delay of the server and its bastion for the first rows, in ms each way. */
const DISTANCE = 5;

/**
 * Number of rows that fit into one packet of loopback, because OpenSSH delays a second one by 40
 * ms, also with `ssh -L`.
 */
const FIRST = 30;

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1]!;

/** Returns the time in ms until the first rows of a statement on an open session. */
async function firstRows(server: Server, { user, password }: DatabaseServer): Promise<number> {
  const session = await openSession(server, { user, password: new Secret(password) });
  if (!session.ok) throw new Error(session.message);
  const times: number[] = [];
  for (let round = 0; round < 30; round++) {
    const begun = performance.now();
    const sink = { columns: () => {}, row: () => true };
    const sql = `select * from big limit ${FIRST}`;
    const end = await session.run({ sql, write: false }, sink, new AbortController().signal);
    if (!end.ok) throw new Error(end.message);
    times.push(performance.now() - begun);
  }
  await session.close();
  return median(times);
}

/** Opens a port that leads to another one of this machine with some ms of delay. */
async function distant(port: number): Promise<{ readonly port: number; close(): void }> {
  const open = new Set<Socket>();
  const listener = createServer({ noDelay: true }, (near) => {
    const far = connect({ port, host: "127.0.0.1", noDelay: true });
    for (const [from, to] of [[near, far], [far, near]] as const) {
      open.add(from);
      from.on("data", (bytes) => void setTimeout(() => to.write(bytes), DISTANCE));
      from.once("end", () => void setTimeout(() => to.end(), DISTANCE));
      from.on("error", () => to.destroy());
    }
  }).listen(0, "127.0.0.1");
  await once(listener, "listening");
  return {
    port: (listener.address() as AddressInfo).port,
    close() {
      listener.close();
      for (const one of open) one.destroy();
    },
  };
}

/** Runs the measurements; all parts of the way run on this machine and share its processors. */
export async function bench(): Promise<string[]> {
  const home = await Deno.makeTempDir({ prefix: "kedge-bench-" });
  const stage = await sshStage(), path = Deno.env.get("PATH")!;
  const [real, bastion] = await Promise.all([startPostgres(), stage.bastion()]);
  const env = {
    ...await plainEnvironment({
      KEDGE_HOME: home,
      KEDGE_DB_USER: real.user,
      KEDGE_DB_PASSWORD: real.password,
      PGPASSWORD: real.password,
    }),
    PATH: `${stage.bin}:${path}`,
  };
  Deno.env.set("PATH", env.PATH);
  const port = freePort(), hop = ["-p", String(bastion.port), "root@127.0.0.1"];
  const forward = new Deno.Command(join(stage.bin, "ssh"), {
    args: ["-N", "-o", "ExitOnForwardFailure=yes", "-L", `${port}:localhost:${real.port}`, ...hop],
    stdin: "null",
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  const timed = async (command: readonly string[]) => {
    const [name, ...args] = command;
    const begun = performance.now();
    const { success, stderr } = await new Deno.Command(name!, { args, env, clearEnv: true, stdout: "null" })
      .output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    return performance.now() - begun;
  };
  try {
    const kinds = ["n", "n * 7.25", "'name of the row'", "'r' || n", "current_date"];
    const columns = Array.from({ length: COLUMNS }, (_, i) => `${kinds[i % kinds.length]} as c${i}`);
    await real.sql(`create table big as select ${columns.join(", ")} from generate_series(1, ${ROWS}) n`);
    const lines: string[] = [];
    for (const tls of [false, true]) {
      const entry = {
        name: "shop",
        engine: "postgres" as const,
        host: "localhost",
        port: real.port,
        database: "postgres",
      };
      const server = { ...entry, tls, via: bastion.via };
      await Deno.writeTextFile(join(home, "config.json"), JSON.stringify({ servers: [server] }));
      const target =
        `host=localhost hostaddr=127.0.0.1 port=${port} user=${real.user} dbname=postgres sslmode=${
          tls ? "require" : "disable"
        }`;
      const ours: number[] = [], theirs: number[] = [], copied: number[] = [];
      const opened: number[] = [], ssh: number[] = [];
      for (let i = 0; i < ROUNDS; i++) {
        ours.push(await timed(program("--query", "shop", "select * from big", "--format", "csv")));
        theirs.push(await timed(["psql", "-X", "--csv", target, "-c", "select * from big"]));
        copied.push(await timed(["psql", "-X", target, "-c", "copy big to stdout (format csv, header)"]));
        const begun = performance.now();
        const result = await testConnection(server, { user: real.user, password: new Secret(real.password) });
        if (!result.ok) throw new Error(result.message);
        opened.push(performance.now() - begun);
        ssh.push(await timed([join(stage.bin, "ssh"), ...hop, "true"]));
      }
      const { via: _, ...near } = server;
      const [farBastion, farServer] = await Promise.all([distant(bastion.port), distant(real.port)]);
      const via = bastion.via.replace(String(bastion.port), String(farBastion.port));
      const known = await Deno.readTextFile(stage.knownHosts);
      const alike = known.replaceAll(`:${bastion.port} `, `:${farBastion.port} `);
      await Deno.writeTextFile(stage.knownHosts, alike, { append: true });
      const warm = await firstRows({ ...server, via }, real);
      const direct = await firstRows({ ...near, port: farServer.port }, real);
      farBastion.close();
      farServer.close();
      lines.push(
        `first ${FIRST} rows over an open way to a network ${DISTANCE} ms away${tls ? ", TLS" : ""}: ${
          warm.toFixed(1)
        } ms, without one: ${direct.toFixed(1)} ms: ${(warm / direct).toFixed(2)} × (${
          goal("1.2 ×", warm / direct <= 1.2)
        })`,
      );
      lines.push(
        `${ROWS} rows × ${COLUMNS} over SSH${tls ? ", TLS" : ""}: ${
          median(ours).toFixed(0)
        } ms, psql --csv through ssh -L: ${median(theirs).toFixed(0)} ms: ${
          (median(theirs) / median(ours)).toFixed(2)
        } × its rate (${
          goal("at least 0.8", median(theirs) / median(ours) >= 0.8)
        }; its COPY, which has no client to write CSV: ${median(copied).toFixed(0)} ms)`,
        `a way opened, signed in and asked once${tls ? ", TLS" : ""}: ${
          median(opened).toFixed(0)
        } ms, ssh itself: ${median(ssh).toFixed(0)} ms (${
          goal("at most 100 more", median(opened) - median(ssh) <= 100)
        })`,
      );
    }
    return lines;
  } finally {
    forward.kill("SIGKILL");
    await forward.status;
    await real.stop();
    await stage.stop();
    Deno.env.set("PATH", path);
    await Deno.remove(home, { recursive: true });
  }
}
