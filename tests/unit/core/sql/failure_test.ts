import { equal } from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Server } from "../../../../src/core/config/config.ts";
import { connectionFailure, type FailureKind } from "../../../../src/core/sql/failure.ts";
import { product as mysqlProduct } from "../../../../src/core/sql/mysql.ts";
import { product as postgresProduct } from "../../../../src/core/sql/postgres.ts";
import { beginsAsMysql, beginsAsPostgres } from "../../../../src/core/sql/wire.ts";

const server: Server = { name: "prod", engine: "postgres", host: "db", port: 5432, tls: false };

type Case = [code: string | undefined, text: string, kind: FailureKind, more?: {
  connected?: boolean;
  answered?: boolean;
  tls?: boolean;
}];

const CASES: Case[] = [
  ["ECONNREFUSED", "", "refused"],
  ["ENOTFOUND", "getaddrinfo ENOTFOUND db", "dns"],
  ["EAI_AGAIN", "", "dns"],
  ["EHOSTUNREACH", "", "unreachable"],
  ["ENETUNREACH", "", "unreachable"],
  ["ETIMEDOUT", "", "timeout"],
  ["ETIMEDOUT", "", "silent", { connected: true }],
  ["28P01", "password authentication failed", "password"],
  ["28000", 'role "ada" does not exist', "password"],
  ["28000", 'no pg_hba.conf entry for host "1.2.3.4", user "ada", no encryption', "tls-required"],
  ["28000", 'no pg_hba.conf entry for host "1.2.3.4", SSL off', "tls-required"],
  ["28000", 'no pg_hba.conf entry for host "1.2.3.4", SSL encryption', "denied"],
  ["3D000", 'database "x" does not exist', "database"],
  ["42501", "permission denied for database x", "denied"],
  ["53300", "sorry, too many clients already", "too-many"],
  ["57P03", "the database system is starting up", "starting"],
  ["XX000", "internal", "failed", { connected: true, answered: true }],
  [undefined, "The server does not support SSL connections", "tls-unsupported", {
    connected: true,
    tls: true,
  }],
  [undefined, "timeout expired", "timeout"],
  [undefined, "Connection terminated unexpectedly", "other-server", { connected: true }],
  ["ECONNRESET", "", "other-server", { connected: true }],
  ["FOREIGN", "", "other-server", { connected: true, answered: true }],
  ["1045", "Access denied", "password"],
  ["1698", "Access denied", "password"],
  ["1049", "Unknown database", "database"],
  ["1044", "Access denied for user to database", "denied"],
  ["1130", "Host is not allowed", "denied"],
  ["1040", "Too many connections", "too-many"],
  ["1203", "max_user_connections", "too-many"],
  ["3159", "Connections using insecure transport are prohibited", "tls-required"],
  ["1105", "Unknown error", "failed", { connected: true, answered: true }],
  ["HANDSHAKE_NO_SSL_SUPPORT", "Server does not support secure connection", "tls-unsupported"],
  ["HANDSHAKE_SSL_ERROR", "wrong version number", "tls-failed"],
  [undefined, "received fatal alert: ProtocolVersion (tls)", "tls-failed", { connected: true, tls: true }],
  ["ABORT", "", "stopped"],
  [undefined, "what?", "failed"],
];

for (const [code, text, kind, { connected = false, answered = false, tls = false } = {}] of CASES) {
  Deno.test(`connectionFailure() is ${kind} for ${code ?? "no code"} ${text}${connected ? ", connected" : ""}`, () => {
    const failure = connectionFailure({
      server: { ...server, tls },
      user: "ada",
      database: "x",
      code,
      text,
      connected,
      answered,
    });
    equal(failure.kind, kind);
    equal(failure.message.length > 10 && failure.hint.length > 10, true);
  });
}

const POSTGRES: [version: string, expected: string][] = [
  ["PostgreSQL 15.8 (Debian 15.8-0+deb12u1) on x86_64-pc-linux-gnu, compiled by gcc", "PostgreSQL 15.8"],
  ["PostgreSQL 17rc1 on x86_64", "PostgreSQL 17rc1"],
  ["PostgreSQL 8.0.2 on i686-pc-linux-gnu, compiled by GCC, Redshift 1.0.12103", "Redshift 1.0.12103"],
  ["CockroachDB CCL v23.1.0 (x86_64)", "CockroachDB CCL v23.1.0 (x86_64)"],
];
for (const [version, expected] of POSTGRES) {
  Deno.test(`product() of PostgreSQL names ${expected}`, () => equal(postgresProduct(version), expected));
}

const MYSQL: [version: string, expected: string][] = [
  ["10.11.6-MariaDB-0+deb12u1", "MariaDB 10.11.6"],
  ["8.0.36", "MySQL 8.0.36"],
  ["8.4.2-commercial", "MySQL 8.4.2"],
];
for (const [version, expected] of MYSQL) {
  Deno.test(`product() of MySQL names ${expected}`, () => equal(mysqlProduct(version), expected));
}

const FIRST: [name: string, bytes: Buffer, postgres: boolean, mysql: boolean][] = [
  ["authentication request", Buffer.from([82, 0, 0, 0, 23, 0, 0, 0, 10]), true, false],
  ["error of PostgreSQL", Buffer.from([69, 0, 0, 0, 99, 83]), true, false],
  ["TLS accepted", Buffer.from("S"), true, true],
  ["greeting of MySQL", Buffer.from([74, 0, 0, 0, 10, 56, 46, 48]), false, true],
  ["error of MySQL", Buffer.from([20, 0, 0, 0, 255, 16, 4]), false, true],
  ["SSH", Buffer.from("SSH-2.0-OpenSSH_9.2\r\n"), false, false],
  ["HTTP", Buffer.from("HTTP/1.1 400 Bad Request\r\n"), false, false],
];
for (const [name, bytes, postgres, mysql] of FIRST) {
  Deno.test(`beginsAsPostgres() and beginsAsMysql() judge: ${name}`, () => {
    equal(beginsAsPostgres(bytes), postgres);
    equal(beginsAsMysql(bytes), mysql);
  });
}
