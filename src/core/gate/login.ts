import { type Engine, ENGINES } from "../sql/engines/mod.ts";
import type { Session } from "../sql/session/mod.ts";

/** Queries for rights of a login beyond reading. Each returns a row for a right. */
const POSTGRES = `select r.rolname, r.rolsuper, r.rolreplication,
  coalesce((select string_agg(g.rolname, ', ') from pg_catalog.pg_roles g
    where g.rolname in ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program')
      and pg_catalog.pg_has_role(r.oid, g.oid, 'member')), '')
  from pg_catalog.pg_roles r where r.rolname in (current_user, session_user)`;
const REDSHIFT = "select usename, usesuper, false, '' from pg_catalog.pg_user where usename = current_user";

/**
 * Privileges of MySQL and MariaDB that reach beyond tables. MariaDB has other names since 10.5: REPLICATION
 * CLIENT is BINLOG MONITOR there, and spaces stand in place of `_`.
 */
const MYSQL_POWERS = new RegExp(
  `\\b(${
    [
      "ALL PRIVILEGES|FILE|SUPER|SHUTDOWN|RELOAD|CREATE USER|PROCESS|SYSTEM_USER",
      "REPLICATION (CLIENT|SLAVE|REPLICA|MASTER)( ADMIN)?|(SLAVE|REPLICA) MONITOR|BINLOG (MONITOR|REPLAY)",
      "SET_USER_ID|SET_ANY_DEFINER|SET USER|INNODB_REDO_LOG_ARCHIVE|[A-Z_]+[ _]ADMIN",
    ].join("|")
  })\\b`,
  "g",
);

const HINT_POSTGRES =
  "Make a login that only reads, and save it for this server: create role agent_reader login password '…'; grant pg_read_all_data to agent_reader;";
const HINT_MYSQL =
  "Make a login that only reads, and save it for this server: create user agent_reader identified by '…'; grant select on shop.* to agent_reader;";

/**
 * Returns why agents may not use a login: functions let it do more than read, or its rights cannot be
 * determined. Returns null when agents may use it.
 */
export async function agentLoginFault(
  session: Session,
  engine: Engine,
  signal: AbortSignal,
): Promise<{ readonly message: string; readonly hint: string } | null> {
  const { protocol, name } = ENGINES[engine];
  if (protocol === "trino" || protocol === "insights") {
    return {
      message: `${name} is asked with your role, which may do more than read, so agents do not get it.`,
      hint: "Show the agent a result, or what it needs of it.",
    };
  }
  const mysql = protocol === "mysql";
  const hint = mysql ? HINT_MYSQL : HINT_POSTGRES;
  const sql = mysql ? "show grants" : engine === "redshift" ? REDSHIFT : POSTGRES;
  const rows: string[][] = [];
  const end = await session.run({ sql, write: false }, {
    columns: () => {},
    row(bytes, bounds) {
      const row: string[] = [];
      for (let at = 0; at < bounds.length; at += 2) {
        row.push(bounds[at]! < 0 ? "" : bytes.toString("utf8", bounds[at]!, bounds[at + 1]!));
      }
      rows.push(row);
      return rows.length < 1000;
    },
  }, signal);
  if (!end.ok || rows.length === 0) {
    return { message: "It could not be found out what this login may do, so agents do not get it.", hint };
  }
  const powers = mysql ? mysqlPowers(rows.flat()) : postgresPowers(rows);
  if (powers === "") return null;
  return { message: `This login can do more than read (${powers}), so agents do not get it.`, hint };
}

function postgresPowers(rows: readonly (readonly string[])[]): string {
  const yes = (word = "") => word === "t" || word === "true" || word === "1";
  const found = rows.flatMap(([, superuser, replication, groups = ""]) => [
    ...(yes(superuser) ? ["superuser"] : []),
    ...(yes(replication) ? ["replication"] : []),
    ...(groups === "" ? [] : [groups]),
  ]);
  return [...new Set(found)].join(", ");
}

/** Returns the privileges on everything, `*.*`, that reach beyond tables. */
function mysqlPowers(grants: readonly string[]): string {
  const found = grants.flatMap((grant) => {
    const text = grant.toUpperCase();
    const at = text.indexOf(" ON *.* TO ");
    if (at < 0) return [];
    // The rest contains the login's own name, which may read like a privilege.
    const powers = [...text.slice(0, at).matchAll(MYSQL_POWERS)].map(([power]) => power);
    return / WITH .*\bGRANT OPTION\b/.test(text.slice(at)) ? [...powers, "GRANT OPTION"] : powers;
  });
  return [...new Set(found)].join(", ");
}
