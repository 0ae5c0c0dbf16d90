import assert from "node:assert/strict";
import type { Engine } from "../../../../src/core/sql/engines/mod.ts";
import { dialectOf } from "../../../../src/core/sql/text/dialect.ts";
import { sqlName } from "../../../../src/core/sql/text/names.ts";
import { withoutPasswords } from "../../../../src/core/sql/text/passwords.ts";
import { uniqueNames } from "../../../../src/core/sql/text/unique_names.ts";
import { errorWithoutValues, withoutValues } from "../../../../src/core/sql/text/values_out.ts";

const NOT = "‹not kept›";
const PASSWORDS: readonly (readonly [engine: Engine, sql: string, kept: string])[] = [
  [
    "postgres",
    "alter user bob password 'hush' valid until '2030-01-01'",
    `alter user bob password ${NOT} valid until '2030-01-01'`,
  ],
  [
    "postgres",
    "create role x with encrypted password $$hush$$ login",
    `create role x with encrypted password ${NOT} login`,
  ],
  [
    "postgres",
    "create user mapping for a server b options (user 'c', password 'hush')",
    `create user mapping for a server b options (user 'c', password ${NOT})`,
  ],
  [
    "postgres",
    "select * from dblink('host=h user=u password=hush', 'select 1') as t(n int)",
    `select * from dblink(${NOT}, 'select 1') as t(n int)`,
  ],
  [
    "postgres",
    "create subscription s connection 'postgres://a:hush@h/d' publication p",
    `create subscription s connection ${NOT} publication p`,
  ],
  ["postgres", "alter user a password E'hu\\'sh'; select 'x'", `alter user a password ${NOT}; select 'x'`],
  ["postgres", "alter user a password /* it is */ 'hush'", `alter user a password /* it is */ ${NOT}`],
  ["postgres", "alter user a password 'hu\nselect 1", `alter user a password ${NOT}\nselect 1`],
  [
    "postgres",
    "update t set password = 'hush', name = 'Anna' where id = 1",
    `update t set password = ${NOT}, name = 'Anna' where id = 1`,
  ],
  ["mysql", "create user 'bob'@'%' identified by 'hush'", `create user 'bob'@'%' identified by ${NOT}`],
  [
    "mysql",
    "create user 'bob'@'%' identified with mysql_native_password by \"hush\"",
    `create user 'bob'@'%' identified with mysql_native_password by ${NOT}`,
  ],
  [
    "mysql",
    "create user bob identified via ed25519 using password('hush')",
    `create user bob identified via ed25519 using password(${NOT})`,
  ],
  ["mysql", "set password for 'bob'@'%' = 'hush'", `set password for 'bob'@'%' = ${NOT}`],
  ["mysql", "set password = password('hush')", `set password = password(${NOT})`],
  [
    "mysql",
    "change master to master_host='h', master_password='hush'",
    `change master to master_host='h', master_password=${NOT}`,
  ],
  ["mysql", "execute immediate 'create user a identified by \"hush\"'", `execute immediate ${NOT}`],
  [
    "redshift",
    "copy t from 's3://b/k' credentials 'aws_access_key_id=a;aws_secret_access_key=hush'",
    `copy t from 's3://b/k' credentials ${NOT}`,
  ],
  [
    "redshift",
    "unload ('select 1') to 's3://b' secret_access_key 'hush'",
    `unload ('select 1') to 's3://b' secret_access_key ${NOT}`,
  ],
  ["postgres", "alter user a password U&'hu\\0073h'", `alter user a password U&${NOT}`],
  ["mysql", "alter user a identified by N'hush'", `alter user a identified by N${NOT}`],
  ["mysql", "set password = _utf8mb4'hush'", `set password = _utf8mb4${NOT}`],
  [
    "postgres",
    "select aws_commons.create_aws_credentials('AKIA', 'hush', 'hush'), 'x'",
    `select aws_commons.create_aws_credentials(${NOT}, ${NOT}, ${NOT}), 'x'`,
  ],
  [
    "postgres",
    "select digest_password(concat('hush', upper('hush')), 'hush') from t where name = 'x'",
    `select digest_password(concat(${NOT}, upper(${NOT})), ${NOT}) from t where name = 'x'`,
  ],
  ["mysql", "create user a identified /*! by */ 'hush'", `create user a identified /*! by */ ${NOT}`],
  [
    "mysql",
    "/*!50001 create user a identified by 'hush' */",
    `/*!50001 create user a identified by ${NOT} */`,
  ],
  [
    "postgres",
    "insert into users (name, password, city) values ('Anna', 'hush', 'Rome'), ('Bob', crypt('hush', 'x'), lower('X'))",
    `insert into users (name, password, city) values ('Anna', ${NOT}, 'Rome'), ('Bob', crypt(${NOT}, ${NOT}), lower('X'))`,
  ],
  [
    "mysql",
    "insert into users (`password`, name) select 'hush', 'Anna' on duplicate key update name = 'b'",
    `insert into users (\`password\`, name) select ${NOT}, 'Anna' on duplicate key update name = 'b'`,
  ],
  [
    "postgres",
    "insert into t (a, secret) select 'x', 'hush' from b union select 'y', 'hush'",
    `insert into t (a, secret) select 'x', ${NOT} from b union select 'y', ${NOT}`,
  ],
  [
    "mysql",
    "replace into t (a, api_token) value ('x', 'hush')",
    `replace into t (a, api_token) value ('x', ${NOT})`,
  ],
  ["postgres", "update t set \"password\" = 'hush', a = 'x'", `update t set "password" = ${NOT}, a = 'x'`],
  [
    "postgres",
    "select 1 from t where password <> 'hush' and a = 'x'",
    `select 1 from t where password <> ${NOT} and a = 'x'`,
  ],
  [
    "postgres",
    "select 1 from t where password in ('hush', 'hush') and a in ('x')",
    `select 1 from t where password in (${NOT}, ${NOT}) and a in ('x')`,
  ],
  [
    "postgres",
    "update t set password = 'hu' || 'hush', a = 'x'",
    `update t set password = ${NOT} || ${NOT}, a = 'x'`,
  ],
  [
    "postgres",
    "update t set password = upper('hush'), a = 'x'",
    `update t set password = upper(${NOT}), a = 'x'`,
  ],
];
/** Statements with names of secrets and with strings, none of which is the secret's value. */
const HARMLESS: readonly (readonly [engine: Engine, sql: string])[] = [
  ["postgres", "select password from users where name = 'x'"],
  ["postgres", "select token, 'x' from t where secret is not null and name = 'y'"],
  ["postgres", "insert into users (name, password_hint) values ('a', 'b')"],
  ["postgres", "create table t (password text not null, name text default 'x')"],
  ["postgres", "insert into a (password) select b from c returning 'x'"],
  ["mysql", "select replace(token, 'a', 'b'), 'c' from t"],
];
for (const [engine, sql] of HARMLESS) {
  Deno.test(`withoutPasswords() leaves ${sql} as it is`, () => {
    assert.equal(withoutPasswords(sql, dialectOf(engine)), sql);
  });
}
for (const [engine, sql, kept] of PASSWORDS) {
  Deno.test(`withoutPasswords() leaves none in ${sql}`, () => {
    const text = withoutPasswords(sql, dialectOf(engine));
    assert.equal(text, kept);
    assert.equal(text.includes("hush"), false);
  });
}

for (
  const sql of [
    "select password, 'x' from users where name = 'Anna'",
    "select 'a' as token_count, count(*) from tokens",
    "-- the password is elsewhere\nselect 'x'",
    "select 'https://example.com/a'",
    "insert into notes values ('identified')",
    "select :password",
  ]
) {
  Deno.test(`withoutPasswords() leaves ${sql} as it is`, () => {
    assert.equal(withoutPasswords(sql, dialectOf("postgres")), sql);
  });
}

Deno.test("withoutValues() takes values out of a statement, and puts them back into another one", () => {
  const { sql, back } = withoutValues(
    "select * from t -- Anna's\nwhere mail = 'anna@example.com' and n > 123456 or mail = 'anna@example.com'",
    dialectOf("postgres"),
  );
  assert.equal(sql, "select * from t  \nwhere mail = :value1 and n > :value2 or mail = :value1");
  assert.equal(
    back("select id from t where email = :value1 and n > :value2 and x = :value9 and y = :own"),
    "select id from t where email = 'anna@example.com' and n > 123456 and x = :value9 and y = :own",
  );
  const own = withoutValues("select :value, 'x'", dialectOf("postgres"));
  assert.equal(own.sql, "select :value, :value_1");
  assert.equal(own.back(own.sql), "select :value, 'x'");
});

const SAID: readonly (readonly [error: string, told: string])[] = [
  ['column "totl" does not exist', 'column "totl" does not exist'],
  ["Unknown column 'o.totl' in 'field list'", "Unknown column 'o.totl' in '…'"],
  ["Duplicate entry 'anna@example.com' for key 'PRIMARY'", "Duplicate entry '…' for key '…'"],
  ['invalid input syntax for type integer: "Anna"', 'invalid input syntax for type integer: "…"'],
  ["Key (mail)=(anna@example.com) already exists.", "Key (mail)=(…) already exists."],
  ["Failing row contains (17, Anna, 4111 1111).", "Failing row contains (…)."],
  ["order 123456 of 2024-05-06 is closed", "order … of … is closed"],
  ["division by zero at line 12", "division by zero at line 12"],
];
for (const [error, told] of SAID) {
  Deno.test(`errorWithoutValues() says ${told}`, () => {
    assert.equal(errorWithoutValues(error, ["select o.totl from orders o where mail = :value1"]), told);
  });
}

const NAMES: readonly (readonly [engine: Engine, name: string, sql: string])[] = [
  ["postgres", "orders", "orders"],
  ["postgres", "order", '"order"'],
  ["postgres", 'My "T"', '"My ""T"""'],
  ["mysql", "Orders", "`Orders`"],
  ["mysql", "group", "`group`"],
  ["mysql", "a`b", "`a``b`"],
  ["mysql", "generated", "`generated`"],
  ["mysql", "get", "`get`"],
  ["mysql", "qualify", "`qualify`"],
  ["mysql", "language", "language"],
  ["postgres", "generated", "generated"],
  ["postgres", "timestamp", "timestamp"],
  ["redshift", "timestamp", '"timestamp"'],
  ["redshift", "open", '"open"'],
  ["redshift", "order", '"order"'],
  ["athena", "extract", '"extract"'],
  ["athena", "first", '"first"'],
  ["athena", "open", "open"],
];
for (const [engine, name, sql] of NAMES) {
  Deno.test(`sqlName() of ${name} is ${sql} in ${engine}`, () => assert.equal(sqlName(name, engine), sql));
}

Deno.test("uniqueNames() names every column once, quickly also when 5,000 are equal", () => {
  assert.deepEqual(uniqueNames(["a", "a", "a_2", "a"]), ["a", "a_2", "a_2_2", "a_3"]);
  assert.equal(new Set(uniqueNames(Array(5000).fill("x"))).size, 5000);
});
