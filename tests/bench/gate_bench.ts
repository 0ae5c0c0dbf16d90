/**
 * Measures reads of agents through the gate against `--query` and psql, idle agents, and the search
 * for an agent at a start.
 */
import { cpuUsage } from "node:process";
import type { Server } from "../../src/core/config/config.ts";
import { agentAbove } from "../../src/core/gate/agent_above.ts";
import { kedgePaths } from "../../src/core/paths.ts";
import { type Agent, agent, answer, openGate } from "../integration/gate/client.ts";
import { plainEnvironment } from "../support/program/kedge.ts";
import { program } from "../support/program/program.ts";
import { startPostgres } from "../support/servers/postgres.ts";
import { startQueryWindow } from "../support/sql/query_app.ts";
import { goal } from "./goal.ts";

const ROUNDS = 15, CLIENTS = 8, IDLE = 5000;
const SQL = "select n, 'row ' || n as s from generate_series(1, 100) n";
/** The same query on a table with another hidden column. */
const HIDING = "select n from t order by n limit 100";

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1]!;
const late = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1]!;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Returns the processor time of this process so far in ms; it is the running Kedge. */
const used = () => {
  const { user, system } = cpuUsage();
  return (user + system) / 1000;
};

/** Runs the measurements. */
export async function bench(): Promise<string[]> {
  const real = await startPostgres();
  const login = { user: "reader", password: "reads" };
  await real.sql(
    `create table t as select n, 'row ' || n as s from generate_series(1, 1000) n;
     create role reader login password 'reads'; grant select on t to reader`,
  );
  const plain = {
    engine: "postgres",
    host: real.host,
    port: real.port,
    database: "postgres",
    tls: false,
  } as const;
  const shop: Server = { name: "shop", ...plain };
  const discreet: Server = { name: "discreet", ...plain, agents: { hidden: ["t.s"] } };
  const servers = [{ server: shop, real: login }, { server: discreet, real: login }];
  const { app, home, close } = await startQueryWindow(servers);
  const paths = kedgePaths(home);
  await Deno.writeTextFile(paths.config, JSON.stringify({ version: 2, servers: [shop, discreet] }), {
    mode: 0o600,
  });
  const place = await openGate({ app, home });
  const env = await plainEnvironment({
    KEDGE_HOME: home,
    KEDGE_DB_USER: login.user,
    KEDGE_DB_PASSWORD: login.password,
    PGPASSWORD: login.password,
  });
  const run = async ([name, ...args]: readonly string[]) => {
    const { success, stderr } = await new Deno.Command(name!, { args, env, clearEnv: true, stdout: "null" })
      .output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
  };
  const agents: Agent[] = [];
  const read = async (one: Agent, server: string, sql: string) => {
    const answered = await one.call("read", { server, sql });
    if (answered.status !== "done") throw new Error(JSON.stringify(answered));
  };
  try {
    await app.dispatch({ name: "switchGate", on: true });
    for (let n = 0; n < CLIENTS; n++) agents.push(await agent("2.x", home));
    const [first] = agents as [Agent];
    for (const server of ["shop", "discreet"]) {
      await Promise.all([read(first, server, "select 1"), answer(app, "always")]);
    }
    const gate: number[] = [], hiding: number[] = [], query: number[] = [], psql: number[] = [];
    const target = `host=${real.host} port=${real.port} user=${login.user} dbname=postgres sslmode=disable`;
    for (let round = 0; round < ROUNDS; round++) {
      gate.push(await timed(() => read(first, "shop", SQL)));
      hiding.push(await timed(() => read(first, "discreet", HIDING)));
      query.push(await timed(() => run(program("--query", "shop", SQL, "--json"))));
      psql.push(await timed(() => run(["psql", "-X", target, "-c", SQL])));
    }
    const together: number[] = [];
    const whole = await timed(() =>
      Promise.all(agents.map(async (one) => {
        for (let round = 0; round < ROUNDS; round++) together.push(await timed(() => read(one, "shop", SQL)));
      }))
    );
    const before = used();
    await new Promise((next) => setTimeout(next, IDLE));
    const idle = used() - before;
    const look: number[] = [];
    for (let round = 0; round < 50; round++) look.push(await timed(() => agentAbove()));
    const ms = (times: readonly number[]) => `${median(times).toFixed(1)} ms`;
    return [
      `100 rows read through the gate: ${ms(gate)}, psql -c: ${ms(psql)}, --query: ${ms(query)}: ${
        (median(gate) - median(query)).toFixed(0)
      } ms (${goal("at most 15 ms over --query", median(gate) - median(query) <= 15)})`,
      `the same where a column is hidden: ${ms(hiding)}: ${
        (median(hiding) - median(gate)).toFixed(1)
      } ms more`,
      `${CLIENTS} agents at once: ${Math.round(together.length / whole * 1000)} reads/s, p95 ${
        late(together).toFixed(0)
      } ms, alone ${Math.round(1000 / median(gate))} reads/s`,
      `${CLIENTS} agents that ask nothing: ${idle.toFixed(1)} ms of processor time of Kedge in ${
        IDLE / 1000
      } s`,
      `looking for an agent above at a start: ${ms(look)}`,
    ];
  } finally {
    for (const one of agents) await one.close();
    await place.close();
    await close();
    await real.stop();
  }
}
