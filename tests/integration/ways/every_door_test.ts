import { deepEqual, equal, match, ok } from "node:assert/strict";
import type { Server } from "../../../src/core/config/config.ts";
import { defaultConfig } from "../../../src/core/config/mod.ts";
import { queryServer } from "../../../src/core/actions/server_query.ts";
import { wrap } from "../../../src/core/aws/credentials/credentials.ts";
import { Secret } from "../../../src/core/secret.ts";
import { createServerCatalog } from "../../../src/core/sql/query_window/mod.ts";
import { openSession } from "../../../src/core/sql/session/mod.ts";
import { endWays } from "../../../src/core/ways/ending.ts";
import { giveAccessToWays } from "../../../src/core/ways/ssm/access.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import { startSessionManager } from "../../support/cloud/session_manager.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import { sshStage } from "../../support/servers/ssh.ts";

const postgres = await startPostgres();
await postgres.sql(
  "create table customers (id int primary key, name text); insert into customers values (1, 'Ann')",
);
const path = Deno.env.get("PATH") ?? "";
const ssh = await sshStage();
const manager = await startSessionManager({
  resolve: (_host: string, port: number) => ({ host: "127.0.0.1", port }),
});
const keys = wrap({ accessKeyId: "AKIDWAYS", secretAccessKey: "secret-of-ways", sessionToken: "token" });
const withdraw = giveAccessToWays(({ region = "eu-central-1" }) =>
  Promise.resolve({
    region,
    env: (name: string) => name === "AWS_ENDPOINT_URL" ? manager.url : undefined,
    credentials: keys,
  })
);
Deno.env.set("PATH", `${ssh.bin}:${path}`);
const bastion = await ssh.bastion();

const { signal } = new AbortController();
const login = { user: postgres.user, password: new Secret(postgres.password) };
const given = () => Promise.resolve({ ...login, keep: () => Promise.resolve() });
const WAYS: [name: string, via: string, host: string][] = [
  ["SSH", bastion.via, "localhost"],
  ["a session of Systems Manager", "ssm://123456789012/ReadOnly/i-0123456789abcdef0", "db.internal"],
];
const shop = (via: string, host: string): Server => ({
  ...{ name: "shop", engine: "postgres", host, port: postgres.port, database: "postgres", tls: true, via },
});

for (const [name, via, host] of WAYS) {
  const server = shop(via, host);

  Deno.test(`k.Query of an action goes over ${name}`, async () => {
    const config = { ...defaultConfig(), servers: [server] };
    const query = {
      type: "query" as const,
      id: 1,
      server: "shop",
      sql: "select name from customers where id = 1",
      args: [],
    };
    const { rows } = await queryServer(config, query, { login: given, writable: [] }, signal);
    deepEqual(rows, [["Ann"]]);
  });

  Deno.test(`what a question in plain language is told of the catalog comes over ${name}`, async () => {
    const catalog = createServerCatalog(server, given);
    const told = await catalog.promptTables("Which customers are there?");
    ok(Array.isArray(told), JSON.stringify(told));
    equal(told.some(({ name }) => name === "customers"), true);
    await catalog.close();
  });

  Deno.test(`a write that is held back over ${name} counts with Commit, and not when its way is lost`, async () => {
    const before = (await postgres.sql("select count(*) from customers")).trim();
    const session = await openSession(server, login);
    ok(session.ok, JSON.stringify(session));
    const write = { sql: "insert into customers select max(id) + 1, 'Bea' from customers" };
    const sink = { columns: () => {}, row: () => true };
    const held = await session.hold(write, sink);
    ok(held.ok && held.held, JSON.stringify(held));
    deepEqual((await held.commit()).kind, "committed");
    const again = await session.hold(write, sink);
    ok(again.ok && again.held, JSON.stringify(again));
    // The way ends, as when the network fails.
    await endWays();
    if (name === "SSH") await bastion.stop();
    const ended = await again.ended;
    ok(ended.kind === "rolled-back" || ended.kind === "unknown", JSON.stringify(ended));
    const late = await again.commit();
    ok(late.kind !== "committed", JSON.stringify(late));
    await waitFor(
      "the server to roll back",
      async () =>
        Number((await postgres.sql("select count(*) from customers")).trim()) === Number(before) + 1,
    );
    match(String(session.over), /./);
    await session.close();
  });
}

Deno.test("everything of the stage ends", async () => {
  await endWays();
  withdraw();
  await manager.stop();
  await ssh.stop();
  Deno.env.set("PATH", path);
  await postgres.stop();
});
