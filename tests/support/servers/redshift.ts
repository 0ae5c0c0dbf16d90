/**
 * Simulates Amazon Redshift: a real PostgreSQL with views of Redshift, behind a process that refuses what
 * Redshift does not support according to its documentation, and that answers Redshift's SHOW TABLE, VIEW and
 * PROCEDURE.
 */
import { Buffer } from "node:buffer";
import { type DatabaseServer, startPostgres } from "./postgres.ts";
import { closeAll } from "./tcp.ts";

/**
 * Features that Redshift does not support according to its documentation, with a pattern for statements that
 * use them.
 */
export const UNKNOWN: readonly (readonly [what: string, found: RegExp])[] = [
  ["savepoints", /\bsavepoint\b/i],
  ["SELECT … FOR UPDATE", /\bfor update\b/i],
  ["system columns", /\b(ctid|xmin|xmax|tableoid)\b/i],
  ["RETURNING", /\breturning\b/i],
  ["LATERAL", /\blateral\b/i],
  ["rows of arrays", /\b(unnest|generate_subscripts)\s*\(/i],
  ["parameters that are arrays", /\$\d+::\w+\[\]/],
  ["functions of JSON that came later", /\b(to_jsonb|json_agg|array_to_json|row_to_json)\s*\(/i],
  ["string_agg and array_agg", /\b(string_agg|array_agg)\s*\(/i],
  ["LISTAGG over its catalog", /\blistagg\s*\(/i],
  ["catalogs of newer servers", /\b(relispartition|attidentity|attgenerated|prokind|typcategory|pg_enum)\b/i],
  [
    "functions of newer catalogs",
    /\bpg_get_(functiondef|function_identity_arguments|function_result|triggerdef)\s*\(/i,
  ],
  ["limits of locks and of idle transactions", /\b(lock_timeout|idle_in_transaction_session_timeout)\b/i],
  ["more digits than 2", /\bextra_float_digits\s+to\s+3\b/i],
  ["forms of bytes and intervals", /\b(bytea_output|intervalstyle)\b/i],
  ["deferred constraints", /\bset constraints\b/i],
  ["EXPLAIN with options", /^\s*explain\s*\(/i],
  ["advisory locks", /\bpg_advisory/i],
  ["indexes and triggers", /\b(create|drop)\s+(unique\s+)?(index|trigger)\b|\bpg_trigger\b/i],
];

/** Version text of the server. */
const VERSION = "PostgreSQL 8.0.2 on i686-pc-linux-gnu, compiled by GCC gcc, Redshift 1.0.112106";

/** A simulated Redshift, with the requests that Redshift would refuse. */
export interface StandInRedshift extends DatabaseServer {
  readonly refused: readonly string[];
  /** All received statements. */
  readonly asked: readonly string[];
}

/**
 * Starts a server with `sales`, a view, a late-binding view, an external table, a function, and the user
 * `reader` with the server's password.
 */
export async function startRedshift(): Promise<StandInRedshift> {
  const real = await startPostgres({ version: "9.6", tls: false });
  await real.sql(SETUP.replaceAll("PASSWORD", real.password)).catch(async (error) => {
    await real.stop();
    throw error;
  });
  const refused: string[] = [], asked: string[] = [];
  const rewritten = (sql: string): string => {
    asked.push(sql);
    for (const [what, found] of UNKNOWN) {
      if (!found.test(sql)) continue;
      refused.push(`${what}: ${sql}`);
      return "refused, for Redshift does not know it";
    }
    const shows = /^\s*show (table|view|external table|procedure) (.*?);?\s*$/is.exec(sql);
    if (shows) {
      const key = `${shows[1]} ${shows[2]}`.replaceAll("'", "''");
      return `select definition as "Show ${
        shows[1]
      } DDL statement" from redshift_own.shown where name = '${key}'`;
    }
    return sql.replaceAll("version()", `'${VERSION}'::text`);
  };
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open: Deno.Conn[] = [];
  (async () => {
    for await (const client of listener) {
      const server = await Deno.connect({ hostname: "127.0.0.1", port: real.port });
      open.push(client, server);
      void pass(client, server, (type, body, first) => first ? body : asking(type, body, rewritten), true);
      void pass(server, client, (type, body) => telling(type, body), false);
    }
  })().catch(() => {});
  return {
    ...real,
    port: (listener.addr as Deno.NetAddr).port,
    refused,
    asked,
    async stop() {
      closeAll(listener, open);
      await real.stop();
    },
  };
}

/** Returns the body of a client's message, with a rewritten statement. */
function asking(type: string, body: Buffer, rewritten: (sql: string) => string): Buffer {
  if (type !== "Q" && type !== "P") return body;
  const start = type === "Q" ? 0 : body.indexOf(0) + 1;
  const end = body.indexOf(0, start);
  const sql = body.toString("utf8", start, end);
  return Buffer.concat([body.subarray(0, start), Buffer.from(rewritten(sql)), body.subarray(end)]);
}

/** Returns the body of a server's message, with Redshift's version. */
function telling(type: string, body: Buffer): Buffer {
  const version = type === "S" && body.toString("latin1").startsWith("server_version\0");
  return version ? Buffer.from("server_version\x008.0.2\0") : body;
}

/** Passes messages on. The first message of a client has no type. */
async function pass(
  from: Deno.Conn,
  to: Deno.Conn,
  change: (type: string, body: Buffer, first: boolean) => Buffer,
  client: boolean,
): Promise<void> {
  try {
    let kept = Buffer.alloc(0), first = client;
    const bytes = new Uint8Array(64 * 1024);
    for (let size; (size = await from.read(bytes)) !== null;) {
      kept = Buffer.concat([kept, bytes.subarray(0, size)]);
      // Messages that arrived together are sent together, because a server drops a cancel request that comes
      // between two of its messages.
      const all: Buffer[] = [];
      for (;;) {
        const head = first ? 0 : 1;
        if (kept.length < head + 4) break;
        const length = kept.readInt32BE(head);
        if (kept.length < head + length) break;
        const body = change(
          first ? "" : String.fromCharCode(kept[0]!),
          kept.subarray(head + 4, head + length),
          first,
        );
        const message = Buffer.alloc(head + 4);
        if (!first) message[0] = kept[0]!;
        message.writeInt32BE(body.length + 4, head);
        all.push(message, body);
        kept = kept.subarray(head + length);
        first = false;
      }
      const whole = Buffer.concat(all);
      for (let at = 0; at < whole.length;) at += await to.write(whole.subarray(at));
    }
    await to.closeWrite();
  } catch {
    // One side has disconnected.
  }
}

const SETUP = `
  create table sales (id int primary key, buyer varchar(40) not null, price numeric(8,2) default 0, at timestamp);
  create table buyers (name varchar(40) primary key);
  alter table sales add constraint buys foreign key (buyer) references buyers;
  insert into buyers values ('ann'), ('bob'); insert into sales values (1, 'ann', 9.5, null), (2, 'bob', 1, null);
  create view paid as select id, price from sales where price > 0;
  create function taxed(p numeric) returns numeric immutable language sql as 'select $1 * 1.19';
  create role reader login password 'PASSWORD';
  grant select on sales, buyers, paid to reader;
  create schema redshift_own; grant usage on schema redshift_own to reader;
  create table redshift_own.shown (name text, definition text);
  insert into redshift_own.shown values
    ('table "public"."sales"', 'CREATE TABLE public.sales (id integer NOT NULL) DISTKEY (buyer) SORTKEY (at, id);'),
    ('view "public"."paid"', 'CREATE VIEW public.paid AS SELECT id, price FROM sales'),
    ('view "public"."lately"', 'create view public.lately as select * from spectrum.events with no schema binding;'),
    ('external table "spectrum"."events"', 'CREATE EXTERNAL TABLE spectrum.events (at timestamp) STORED AS PARQUET'),
    ('procedure "public"."clean"(integer)', 'CREATE OR REPLACE PROCEDURE public.clean(days integer) AS $$ BEGIN END $$');
  create view redshift_own.svv_tables as
    select table_catalog::text, table_schema::text, table_name::text, table_type::text, null::text as remarks
      from information_schema.tables where table_schema <> 'redshift_own'
    union all values ('dev', 'public', 'lately', 'VIEW', null), ('dev', 'spectrum', 'events', 'EXTERNAL TABLE', 'From S3'),
      ('dev', 'pg_internal', 'own', 'BASE TABLE', null);
  create view redshift_own.svv_columns as
    select table_schema::text, table_name::text, column_name::text, ordinal_position::int, column_default::text,
      is_nullable::text, data_type::text, character_maximum_length::int, numeric_precision::int, numeric_scale::int,
      null::text as remarks from information_schema.columns
    union all values ('public', 'lately', 'at', 1, null, 'YES', 'timestamp without time zone', null::int, null::int, null::int, null),
      ('spectrum', 'events', 'at', 1, null, '', 'timestamp without time zone', null::int, null::int, null::int, 'When');
  create view redshift_own.svv_redshift_columns as
    select current_database()::text as database_name, table_schema::text as schema_name, table_name::text,
      column_name::text, table_name = 'sales' and column_name = 'buyer' as distkey,
      case when table_name <> 'sales' then 0 when column_name = 'at' then 1 when column_name = 'id' then 2 else 0 end as sortkey
    from information_schema.columns;
  create view redshift_own.svv_table_info as
    select 'public'::text as schema, 'sales'::text as "table", 2::numeric(38,0) as estimated_visible_rows;
  grant select on all tables in schema redshift_own to reader; revoke all on redshift_own.svv_table_info from reader;
  alter role app set search_path = "$user", public, redshift_own;
  alter role reader set search_path = "$user", public, redshift_own;`;
