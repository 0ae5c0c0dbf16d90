import assert from "node:assert/strict";
import { type PastedServer, pastedServer } from "../../../../src/core/sql/engines/mod.ts";

const CASES: readonly (readonly [text: string, server: PastedServer | null])[] = [
  ["postgres://db.example.com/shop", {
    engine: "postgres",
    host: "db.example.com",
    port: 5432,
    database: "shop",
  }],
  [" postgresql://ada:s3cret@10.0.0.7:6543/my%20shop?sslmode=require\n", {
    engine: "postgres",
    host: "10.0.0.7",
    port: 6543,
    database: "my shop",
    tls: true,
    user: "ada",
  }],
  ["postgres://[::1]:5433", { engine: "postgres", host: "::1", port: 5433 }],
  ["postgres://h/d?sslmode=disable", {
    engine: "postgres",
    host: "h",
    port: 5432,
    database: "d",
    tls: false,
  }],
  ["mysql://root@db/orders?ssl-mode=REQUIRED", {
    engine: "mysql",
    host: "db",
    port: 3306,
    database: "orders",
    tls: true,
    user: "root",
  }],
  ["mariadb://db:3307/x", { engine: "mysql", host: "db", port: 3307, database: "x" }],
  ["postgresql+psycopg2://ada@db/shop?sslmode=verify-full&sslrootcert=/ca.pem", {
    engine: "postgres",
    host: "db",
    port: 5432,
    database: "shop",
    tls: true,
    tlsVerify: true,
    caFile: "/ca.pem",
    user: "ada",
  }],
  ["postgres://a@h1:5433,h2:5434/d", {
    engine: "postgres",
    host: "h1",
    port: 5433,
    database: "d",
    user: "a",
  }],
  ["postgres://w.123.eu-west-1.redshift-serverless.amazonaws.com/dev", {
    engine: "redshift",
    host: "w.123.eu-west-1.redshift-serverless.amazonaws.com",
    port: 5439,
    database: "dev",
  }],
  ["jdbc:postgresql://db.example.com:6432/shop?user=ada&password=hunter2&ssl=true", {
    engine: "postgres",
    host: "db.example.com",
    port: 6432,
    database: "shop",
    tls: true,
    user: "ada",
  }],
  ["jdbc:mysql:loadbalance://db:3307/orders?useSSL=false", {
    engine: "mysql",
    host: "db",
    port: 3307,
    database: "orders",
    tls: false,
  }],
  ["jdbc:redshift:iam://c.eu-west-1.redshift.amazonaws.com:5439/dev", {
    engine: "redshift",
    host: "c.eu-west-1.redshift.amazonaws.com",
    port: 5439,
    database: "dev",
  }],
  ["$ PGPASSWORD=hunter2 PGSSLMODE=require psql -h db.example.com -p5433 -U ada shop", {
    engine: "postgres",
    host: "db.example.com",
    port: 5433,
    database: "shop",
    tls: true,
    user: "ada",
  }],
  ['/usr/bin/psql "postgres://ada:hunter2@db/shop" -c "select 1"', {
    engine: "postgres",
    host: "db",
    port: 5432,
    database: "shop",
    user: "ada",
  }],
  ["psql 'host=db user=ada dbname=shop sslmode=verify-full'", {
    engine: "postgres",
    host: "db",
    port: 5432,
    database: "shop",
    tls: true,
    tlsVerify: true,
    user: "ada",
  }],
  ["psql shop ada", {
    engine: "postgres",
    host: "localhost",
    port: 5432,
    database: "shop",
    user: "ada",
  }],
  ["mysql --host=10.0.0.5 -P 3307 -u root -phunter2 --ssl-mode=VERIFY_IDENTITY orders", {
    engine: "mysql",
    host: "10.0.0.5",
    port: 3307,
    database: "orders",
    tls: true,
    tlsVerify: true,
    user: "root",
  }],
  ["host=/var/run/postgresql dbname='my shop' user=ada password='hun ter2'", {
    engine: "postgres",
    host: "/var/run/postgresql",
    port: 5432,
    database: "my shop",
    user: "ada",
  }],
  ["jdbc:postgresql://db/shop?ssl=true&sslmode=verify-full", {
    engine: "postgres",
    host: "db",
    port: 5432,
    database: "shop",
    tls: true,
    tlsVerify: true,
  }],
  ["jdbc:postgresql://db/shop?ssl=false&sslmode=verify-full", {
    engine: "postgres",
    host: "db",
    port: 5432,
    database: "shop",
    tls: true,
    tlsVerify: true,
  }],
  ["jdbc:mysql://db/shop?useSSL=true&sslMode=VERIFY_IDENTITY", {
    engine: "mysql",
    host: "db",
    port: 3306,
    database: "shop",
    tls: true,
    tlsVerify: true,
  }],
  ["jdbc:mysql://db/shop?useSSL=true&requireSSL=true&verifyServerCertificate=true", {
    engine: "mysql",
    host: "db",
    port: 3306,
    database: "shop",
    tls: true,
    tlsVerify: true,
  }],
  ["jdbc:mysql://db/shop?verifyServerCertificate=true", {
    engine: "mysql",
    host: "db",
    port: 3306,
    database: "shop",
    tls: true,
    tlsVerify: true,
  }],
  ["jdbc:mysql://db/shop?requireSSL=true", {
    engine: "mysql",
    host: "db",
    port: 3306,
    database: "shop",
    tls: true,
  }],
  ["jdbc:redshift://h:5439/dev;UID=u;PWD=hunter2;ssl=true", {
    engine: "redshift",
    host: "h",
    port: 5439,
    database: "dev",
    tls: true,
    user: "u",
  }],
  ["mysql -h db --ssl-ca=/rds.pem shop", {
    engine: "mysql",
    host: "db",
    port: 3306,
    database: "shop",
    tls: true,
    tlsVerify: true,
    caFile: "/rds.pem",
  }],
  ["postgres://db/shop?sslrootcert=system", {
    engine: "postgres",
    host: "db",
    port: 5432,
    database: "shop",
    tls: true,
    tlsVerify: true,
  }],
  ["postgres://db/shop?sslcert=/c.pem&sslkey=/k.pem", {
    engine: "postgres",
    host: "db",
    port: 5432,
    database: "shop",
    tls: true,
    certFile: "/c.pem",
    keyFile: "/k.pem",
  }],
  ["mariadb -h db --ssl --ssl-verify-server-cert shop", {
    engine: "mysql",
    host: "db",
    port: 3306,
    database: "shop",
    tls: true,
    tlsVerify: true,
  }],
  ["mariadb -h db --ssl shop", {
    engine: "mysql",
    host: "db",
    port: 3306,
    database: "shop",
    tls: true,
  }],
  ["mysql -h db --ssl --ssl-mode=DISABLED shop", {
    engine: "mysql",
    host: "db",
    port: 3306,
    database: "shop",
    tls: false,
  }],
  ["PGSSLMODE=verify-full PGSSLROOTCERT=/ca.pem PGSSLCERT=/c.pem PGSSLKEY=/k.pem psql -h db shop", {
    engine: "postgres",
    host: "db",
    port: 5432,
    database: "shop",
    tls: true,
    tlsVerify: true,
    caFile: "/ca.pem",
    certFile: "/c.pem",
    keyFile: "/k.pem",
  }],
  ["mysql", null],
  ["psqlx -h db", null],
  ["postgres://h:70000/d", null],
  ["a=b c", null],
  ["shop:5432", null],
  ["https://db.example.com/", null],
  ["db.example.com", null],
  ["postgres://", null],
  ["postgres:// bad host /x", null],
  ["", null],
];
/** Settings of an address about TLS, and the server's fields. */
const SETTINGS: readonly (readonly [settings: string, fields: Partial<PastedServer>])[] = [
  ["sslmode=prefer&sslrootcert=/ca", { tls: false }],
  ["sslmode=disable&sslrootcert=/ca&sslcert=/c&sslkey=/k", { tls: false }],
  ["sslkey=/k", {}],
  ["sslmode=require&sslkey=/k", { tls: true }],
  ["sslmode=require&sslrootcert=/ca", { tls: true, tlsVerify: true, caFile: "/ca" }],
];
for (const [settings, fields] of SETTINGS) {
  Deno.test(`pastedServer() reads an address with ${settings}`, () => {
    assert.deepEqual(pastedServer(`postgres://db?${settings}`), {
      ...{ engine: "postgres", host: "db", port: 5432 },
      ...fields,
    });
  });
}

/** Settings of an address of MySQL about TLS, as mycli, PyMySQL and Rails write them, and the server's fields. */
const MYSQL_SETTINGS: readonly (readonly [settings: string, fields: Partial<PastedServer>])[] = [
  ["ssl_ca=/ca", { tls: true, tlsVerify: true, caFile: "/ca" }],
  ["sslca=/ca", { tls: true, tlsVerify: true, caFile: "/ca" }],
  ["ssl_cert=/c&ssl_key=/k", { tls: true, certFile: "/c", keyFile: "/k" }],
  ["ssl_mode=required", { tls: true }],
  ["ssl_mode=verify_identity", { tls: true, tlsVerify: true }],
  ["ssl_verify_server_cert=true", { tls: true, tlsVerify: true }],
  ["ssl_verify_cert=1", { tls: true, tlsVerify: true }],
  ["ssl_verify_cert=false&ssl_verify_identity=true", { tls: true, tlsVerify: true }],
  ["ssl_verify_server_cert=false", {}],
];
for (const [settings, fields] of MYSQL_SETTINGS) {
  for (const text of [`mysql+pymysql://db?${settings}`, `mycli "mysql://db?${settings}"`]) {
    Deno.test(`pastedServer() reads ${text}`, () => {
      assert.deepEqual(pastedServer(text), { ...{ engine: "mysql", host: "db", port: 3306 }, ...fields });
    });
  }
}

/** Options of MySQL's clients about TLS, and what they ask for. */
const SWITCHES: readonly (readonly [options: string, fields: Partial<PastedServer>])[] = [
  ["--ssl-verify-server-cert=1", { tls: true, tlsVerify: true }],
  ["--ssl-verify-server-cert=ON", { tls: true, tlsVerify: true }],
  ["--ssl_verify_server_cert", { tls: true, tlsVerify: true }],
  ["--ssl_mode=VERIFY_CA --ssl_ca /my_ca", { tls: true, tlsVerify: true, caFile: "/my_ca" }],
  ["--ssl=true", { tls: true }],
  ["--ssl-ca=/ca --ssl-key=/k", { tls: true, tlsVerify: true, caFile: "/ca" }],
  ["--ssl --ssl-verify-server-cert=0", { tls: true }],
  ["--ssl-mode=on --ssl-verify-server-cert", { tls: true, tlsVerify: true }],
  ["--ssl-verify-server-cert --ssl-mode=REQUIRED", { tls: true, tlsVerify: true }],
  ["--ssl-mode=DISABLED --ssl-verify-server-cert", { tls: false }],
  ["--ssl=0", {}],
];
for (const [options, fields] of SWITCHES) {
  Deno.test(`pastedServer() reads mariadb's ${options}`, () => {
    assert.deepEqual(pastedServer(`mariadb -h db ${options}`), {
      ...{ engine: "mysql", host: "db", port: 3306 },
      ...fields,
    });
  });
}

/** Command lines with an address, which say something beside it. */
const BESIDE: readonly (readonly [text: string, fields: Partial<PastedServer>])[] = [
  ['PGSSLMODE=verify-full PGSSLROOTCERT=/ca.pem psql "postgres://db/shop"', {
    ...{ database: "shop", tls: true, tlsVerify: true, caFile: "/ca.pem" },
  }],
  ["PGSSLMODE=verify-full psql 'host=db dbname=shop' -c 'select 1'", {
    ...{ database: "shop", tls: true, tlsVerify: true },
  }],
  ["PGSSLMODE=verify-full psql -d 'host=db'", { tls: true, tlsVerify: true }],
  ["psql -h db 'dbname=shop sslmode=verify-full'", { database: "shop", tls: true, tlsVerify: true }],
  ["psql -h db postgres:///shop?sslmode=verify-full", { database: "shop", tls: true, tlsVerify: true }],
  ["PGSSLMODE=verify-full psql postgres://db?sslmode=disable", { tls: false }],
  ["PGSSLMODE=disable psql postgres://db?sslmode=verify-full", { tls: true, tlsVerify: true }],
  ["PGDATABASE=x psql postgres://db/shop", { database: "shop" }],
  ["PGDATABASE=x PGUSER=bob psql -h db shop ada", { database: "shop", user: "ada" }],
  ["PGDATABASE=x PGUSER=bob psql -h db", { database: "x", user: "bob" }],
  ["PGUSER=bob PGHOST=proxy psql 'host=db user=ada'", { user: "ada" }],
  ["psql -U ada -p 5433 postgres://db/shop", { database: "shop", port: 5433, user: "ada" }],
  ["psql -U ada -p 5433 postgres://bob@db:5434", { port: 5434, user: "bob" }],
  ["mycli --ssl-ca=/ca.pem mysql://u@db/shop", {
    ...{ database: "shop", user: "u", tls: true, tlsVerify: true, caFile: "/ca.pem" },
  }],
  ["mycli -h db -P 3307 -u root mysql://ada@other:3306/x", { port: 3307, database: "x", user: "root" }],
  ["mycli -P 3307 mysql://ada@db:3306/x", { port: 3307, database: "x", user: "ada" }],
  ["mycli -u root mysql://ada@db:3307", { port: 3307, user: "root" }],
  ["mycli -h '' mysql://db", {}],
  ["mycli --ssl-ca=/a mysql://db?ssl_ca=/b", { tls: true, tlsVerify: true, caFile: "/a" }],
  ["mycli mysql:///x", { host: "localhost", database: "x" }],
  ["psql postgres:///x", { host: "localhost", database: "x" }],
  ["mycli --ssl-mode=VERIFY_CA mysql://db?ssl=true", { tls: true, tlsVerify: true }],
  ["mycli --ssl-mode=REQUIRED mysql://db?ssl-mode=VERIFY_CA", { tls: true, tlsVerify: true }],
  ["mycli --ssl-mode=REQUIRED mysql://db?ssl=false", { tls: true }],
  ["mycli --ssl-mode=DISABLED mysql://db?ssl-ca=/ca", { tls: true, tlsVerify: true, caFile: "/ca" }],
  ["mycli --ssl-mode=PREFERRED mysql://db?ssl_ca=/ca", { tls: true, tlsVerify: true, caFile: "/ca" }],
  ["mycli --ssl-mode=DISABLED mysql://db?ssl=true&ssl-ca=/ca", {
    ...{ tls: true, tlsVerify: true, caFile: "/ca" },
  }],
  ["mycli --ssl-mode=DISABLED mysql://db?ssl=false&ssl-ca=/ca", { tls: false }],
  ["mycli --ssl-mode=off mysql://db", { tls: false }],
  ["mycli --ssl-mode=auto mysql://db", { tls: false }],
  ["mycli --ssl-mode=on mysql://db", { tls: true }],
  ["mycli --ssl-ca=/ca.pem mysql://db?ssl=false", { tls: true, tlsVerify: true, caFile: "/ca.pem" }],
  ["PGDATABASE=shop psql 'host=db user=ada'", { database: "shop", user: "ada" }],
  ["PGDATABASE=shop psql postgres://ada@db", { database: "shop", user: "ada" }],
];
for (const [text, fields] of BESIDE) {
  Deno.test(`pastedServer() keeps what ${text} says beside its address`, () => {
    const [engine, port] = text.includes("psql") ? ["postgres", 5432] : ["mysql", 3306];
    assert.deepEqual(pastedServer(text), { engine, host: "db", port, ...fields });
  });
}

for (const [text, server] of CASES) {
  Deno.test(`pastedServer() reads ${JSON.stringify(text)}`, () =>
    assert.deepEqual(pastedServer(text), server));
}

Deno.test("pastedServer() keeps no password", () => {
  assert.equal(JSON.stringify(pastedServer("mysql://u:hunter2@h/d")).includes("hunter2"), false);
});

const PLACES: readonly (readonly [text: string, read: string | null])[] = [
  ["db.example.com:5432", "postgres db.example.com:5432"],
  ["db.example.com:3306/orders", "mysql db.example.com:3306/orders"],
  ["db:5439", "redshift db:5439"],
  ["db:6543/shop", "mysql db:6543/shop"],
  ["[::1]:5432", "postgres ::1:5432"],
  ["db.example.com", null],
  ["12:30", null],
  ["note: 5432", null],
];
for (const [text, read] of PLACES) {
  Deno.test(`pastedServer() reads ${text} where an address is meant`, () => {
    const server = pastedServer(text, "mysql");
    const told = server &&
      `${server.engine} ${server.host}:${server.port}${server.database ? `/${server.database}` : ""}`;
    assert.equal(told, read);
  });
}

for (const [text] of CASES.filter(([text]) => /hun ?ter2/.test(text))) {
  Deno.test(`pastedServer() keeps no password of ${text.slice(0, 20)}…`, () => {
    assert.doesNotMatch(JSON.stringify(pastedServer(text)), /hun ?ter2/);
  });
}
