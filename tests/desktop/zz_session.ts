import { join } from "node:path";
const R = "/tmp/w/lead/main/tests/";
const { startFakeEcs } = await import(R + "support/cloud/fake_ecs.ts");
const { putSecrets } = await import(R + "support/cloud/put_secret.ts");
const { program } = await import(R + "support/program/program.ts");
const { startMoto } = await import(R + "support/servers/moto.ts");
const { startPostgres } = await import(R + "support/servers/postgres.ts");
const { startDesktop } = await import(R + "desktop/harness/mod.ts");
const [desktop, moto, pg] = await Promise.all([
  startDesktop({ background: true, width: 1440, height: 900 }),
  startMoto(),
  startPostgres(),
]);
const fake = startFakeEcs();
await putSecrets(moto.url, "eu-central-1", {
  "shop/db": JSON.stringify({ password: "pw", user: "app" }),
  "shop/mail": "abc",
});
fake.services.push({
  cluster: "shop",
  name: "web",
  desired: 2,
  running: 2,
  rollout: "COMPLETED",
  events: ["(service web) has reached a steady state."],
  tasks: [{ id: "web0001", status: "RUNNING" }],
});
fake.groups.set("/ecs/shop", [{ stream: "ecs/web/web0001", at: Date.now(), message: "listening" }, {
  stream: "ecs/web/web0001",
  at: Date.now(),
  message: "ERROR broken pipe",
}]);
await pg.sql(
  "create table customers (id serial primary key, name text not null, email text, country char(2), spent numeric(10,2), created date default now()); insert into customers (name, email, country, spent) select 'Customer ' || n, 'c' || n || '@example.org', (array['DE','FR','US'])[1 + n % 3], n * 1.5 from generate_series(1, 500) n; create table orders (id serial primary key, customer_id int references customers, total numeric(10,2)); insert into orders (customer_id, total) select 1 + n % 500, n from generate_series(1, 5000) n",
  "postgres",
);
const home = join(desktop.home, ".kedge");
await Deno.mkdir(home, { recursive: true, mode: 0o700 });
await Deno.writeTextFile(
  join(home, "config.json"),
  JSON.stringify(
    {
      accounts: [
        { accountId: "123456789012", name: "shop-dev", region: "eu-central-1" },
        { accountId: "222222222222", name: "shop-production", region: "eu-central-1" },
        { accountId: "333333333333", name: "billing-staging", region: "eu-central-1" },
      ],
      servers: [
        { name: "shop", engine: "postgres", host: "127.0.0.1", port: pg.port, database: "postgres" },
        {
          name: "shop-prod",
          engine: "postgres",
          host: "127.0.0.1",
          port: pg.port,
          database: "postgres",
          env: "prd",
        },
      ],
    },
    null,
    2,
  ),
);
const env = {
  AWS_ACCESS_KEY_ID: "own-key",
  AWS_SECRET_ACCESS_KEY: "own-secret",
  AWS_ENDPOINT_URL: moto.url,
  AWS_ENDPOINT_URL_ECS: fake.url,
  AWS_ENDPOINT_URL_CLOUDWATCH_LOGS: fake.url,
};
desktop.start([...program(), "--hidden"], env);
await desktop.tray.item();
await Deno.writeTextFile(
  "/tmp/coord/live/env",
  Object.entries({ ...desktop.env, ...env }).map(([k, v]) => `export ${k}='${v}'`).join("\n") +
    `\nexport PGUSER_=${pg.user}\nexport PGPASS_='${pg.password}'\nKEDGE="${program().join(" ")}"\n`,
);
console.log("ready", desktop.display, pg.user, pg.password);
const until = Number(Deno.args[0] ?? 3600);
await new Promise((r) => setTimeout(r, until * 1000));
await desktop.stop();
await pg.stop();
await moto.stop?.();
Deno.exit(0);
