import { join } from "node:path";
import { Secret } from "../../src/core/secret.ts";
import { openSession } from "../../src/core/sql/session/mod.ts";
import { plainEnvironment } from "../support/program/kedge.ts";
import { program } from "../support/program/program.ts";
import { type DatabaseServer, startMariadb } from "../support/servers/mariadb.ts";
import { startPostgres } from "../support/servers/postgres.ts";
import { goal } from "./goal.ts";

const ROWS = 1_000_000;
const COLUMNS = 20;
/**
 * Number of rounds in which both programs write the whole result alternately, so that other load
 * affects both alike.
 */
const ROUNDS = 3;
const ROUND_TRIPS = 300;

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1]!;

interface Engine {
  readonly name: string;
  readonly engine: "postgres" | "mysql";
  readonly database: string;
  readonly start: () => Promise<DatabaseServer>;
  readonly numbers: string;
  readonly text: string;
  /** The server's own client, writing the same rows to its standard output. */
  readonly client: (real: DatabaseServer) => readonly string[];
  readonly clientName: string;
}

const ENGINES: readonly Engine[] = [
  {
    name: "PostgreSQL",
    engine: "postgres",
    database: "postgres",
    start: startPostgres,
    numbers: `generate_series(1, ${ROWS}) n`,
    text: "'r' || n",
    client: ({ host, port, user }) => [
      ...["psql", "-X", "-h", host, "-p", `${port}`, "-U", user, "-d", "postgres"],
      ...["-c", "copy (select * from big) to stdout (format csv, header)"],
    ],
    clientName: "psql COPY",
  },
  {
    name: "MariaDB",
    engine: "mysql",
    database: "app",
    start: startMariadb,
    numbers: `(select seq as n from seq_1_to_${ROWS}) x`,
    text: "concat('r', n)",
    client: ({ host, port, user }) => [
      ...["mariadb", "--no-defaults", "--quick", "-B", `-h${host}`, `-P${port}`, `-u${user}`, "app"],
      ...["-e", "select * from big"],
    ],
    clientName: "mariadb --quick",
  },
];

/**
 * Measures writing a million rows as CSV against the servers' own clients, the memory for that, and
 * the round trip of SELECT 1.
 */
export async function bench(): Promise<string[]> {
  const lines: string[] = [];
  for (const engine of ENGINES) {
    const real = await engine.start();
    const home = await Deno.makeTempDir({ prefix: "kedge-bench-" });
    try {
      lines.push(...await measure(engine, real, home));
    } finally {
      await real.stop();
      await Deno.remove(home, { recursive: true });
    }
  }
  return lines;
}

async function measure(
  { name, engine, database, numbers, text, client, clientName }: Engine,
  real: DatabaseServer,
  home: string,
): Promise<string[]> {
  const kinds = ["n", "n * 7.25", "'name of the row'", text, "current_date"];
  const columns = Array.from({ length: COLUMNS }, (_, i) => `${kinds[i % kinds.length]} as c${i}`);
  await real.sql(`create table big as select ${columns.join(", ")} from ${numbers}`, database);
  const server = { name: "shop", engine, host: real.host, port: real.port, database, tls: false };
  await Deno.writeTextFile(join(home, "config.json"), JSON.stringify({ servers: [server] }));
  const env = await plainEnvironment({
    KEDGE_HOME: home,
    KEDGE_DB_USER: real.user,
    KEDGE_DB_PASSWORD: real.password,
    PGPASSWORD: real.password,
    MYSQL_PWD: real.password,
  });
  const file = join(home, "out");
  const kedge = (sql: string) => program("--query", "shop", sql, "--format", "csv");
  const [ours, theirs]: [number[], number[]] = [[], []];
  let peak = 0;
  for (let i = 0; i < ROUNDS; i++) {
    const run = await timed(kedge("select * from big"), env, file);
    ours.push(run.ms);
    peak = Math.max(peak, run.peak);
    theirs.push((await timed(client(real), env, file)).ms);
  }
  const idle = (await timed(kedge("select 1"), env, file)).peak;
  const [our, their] = [median(ours), median(theirs)];
  return [
    `${name}, ${ROWS} rows × ${COLUMNS} to CSV: ${our.toFixed(0)} ms, ${clientName}: ${
      their.toFixed(0)
    } ms: ` +
    `${(their / our).toFixed(2)} × its rate (${goal("at least 0.7", their / our >= 0.7)}), ${
      ((peak - idle) / 1024).toFixed(0)
    } MB over SELECT 1 (${goal("at most 64", (peak - idle) / 1024 <= 64)})`,
    `${name}, SELECT 1: ${await roundTrip(server, real)}`,
  ];
}

/** Runs a program with its output in a file; returns its time, and its peak memory in kB. */
async function timed(
  command: readonly string[],
  env: Record<string, string>,
  file: string,
): Promise<{ ms: number; peak: number }> {
  const begun = performance.now();
  // The kernel reports the peak of child processes that have ended.
  const output = await new Deno.Command("/usr/bin/python3", {
    args: [
      "-c",
      "import resource, subprocess, sys\n" +
      "code = subprocess.call(sys.argv[2:], stdout=open(sys.argv[1], 'wb'))\n" +
      "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\nsys.exit(code)",
      file,
      ...command,
    ],
    env,
    clearEnv: true,
  }).output();
  const ms = performance.now() - begun;
  if (!output.success) throw new Error(new TextDecoder().decode(output.stderr));
  return { ms, peak: Number(new TextDecoder().decode(output.stdout)) };
}

/** Measures a statement of an open session: with Kedge's guard, and without it. */
async function roundTrip(
  server: {
    name: string;
    engine: "postgres" | "mysql";
    host: string;
    port: number;
    database: string;
    tls: boolean;
  },
  real: DatabaseServer,
): Promise<string> {
  const session = await openSession(server, { user: real.user, password: new Secret(real.password) });
  if (!session.ok) throw new Error(session.message);
  const sink = { columns: () => {}, row: () => true };
  const { signal } = new AbortController();
  const once = async (write: boolean) => {
    const times: number[] = [];
    for (let i = -20; i < ROUND_TRIPS; i++) {
      const begun = performance.now();
      await session.run({ sql: "select 1", write }, sink, signal);
      if (i >= 0) times.push(performance.now() - begun);
    }
    return median(times).toFixed(2);
  };
  const [guarded, bare] = [await once(false), await once(true)];
  await session.close();
  return `${bare} ms, ${guarded} ms with the guard of reading`;
}
