import { equal } from "node:assert/strict";
import type { Server } from "../../../../src/core/config/config.ts";
import { connectionFailure, type FailureKind } from "../../../../src/core/sql/failure.ts";

const server: Server = { name: "prod", engine: "postgres", host: "db", port: 5432, tls: false };

type Case = [code: string, text: string, kind: FailureKind, more?: {
  connected?: boolean;
  signedIn?: boolean;
}];

const CASES: Case[] = [
  ["ECONNREFUSED", "", "refused"],
  ["ENOENT", "connect ENOENT /run/x.sock", "refused"],
  ["ENOTSOCK", "connect ENOTSOCK /run/x.sock", "refused"],
  ["EACCES", "connect EACCES /run/x.sock", "refused"],
  ["ENOTFOUND", "getaddrinfo ENOTFOUND db", "dns"],
  ["EAI_AGAIN", "", "dns"],
  ["EHOSTUNREACH", "", "unreachable"],
  ["ENETUNREACH", "", "unreachable"],
  ["ETIMEDOUT", "", "timeout"],
  ["ETIMEDOUT", "", "silent", { connected: true }],
  ["WAY_DENIED", "me@b: Permission denied (publickey).", "way"],
  ["WAY_LOST", "Timeout, server b not responding.", "lost", { connected: true, signedIn: true }],
  ["28P01", "password authentication failed", "password"],
  ["08P01", "password authentication failed", "password", { connected: true }],
  ["08P01", "no such user: ada", "password", { connected: true }],
  ["28000", 'pg_hba.conf rejects connection for host "1.2.3.4", user "ada", no encryption', "denied"],
  ["CLEARTEXT", "the server asks for the password itself", "cleartext", { connected: true }],
  ["FILE", "there is no certificate in /a", "file"],
  ["1862", "Your password has expired.", "expired", { connected: true }],
  ["1820", "You must SET PASSWORD before executing this statement", "expired", { connected: true }],
  ["28000", 'role "ada" does not exist', "password"],
  ["28000", 'no pg_hba.conf entry for host "1.2.3.4", user "ada", no encryption', "tls-required"],
  ["28000", 'no pg_hba.conf entry for host "1.2.3.4", SSL off', "tls-required"],
  ["28000", 'no pg_hba.conf entry for host "1.2.3.4", SSL encryption', "denied"],
  ["3D000", 'database "x" does not exist', "database"],
  ["42501", "permission denied for database x", "denied"],
  ["53300", "sorry, too many clients already", "too-many"],
  ["57P03", "the database system is starting up", "starting"],
  ["XX000", "internal", "failed", { connected: true }],
  ["TLS_ABSENT", "", "tls-unsupported", { connected: true }],
  ["TLS_FAILED", "received fatal alert: ProtocolVersion", "tls-failed", { connected: true }],
  ["TLS_CLIENT", "UnknownCA", "denied", { connected: true }],
  ["CLOSED", "", "other-server", { connected: true }],
  ["ECONNRESET", "", "other-server", { connected: true }],
  ["ECONNRESET", "", "failed"],
  ["FOREIGN", "", "other-server", { connected: true }],
  ["PROTOCOL", "a packet ends early", "other-server", { connected: true }],
  ["AUTH", "the server asks for “dialog”", "sign-in", { connected: true }],
  ["CLOSED", "", "lost", { connected: true, signedIn: true }],
  ["ETIMEDOUT", "", "lost", { connected: true, signedIn: true }],
  ["57P01", "terminating connection due to administrator command", "lost", {
    connected: true,
    signedIn: true,
  }],
  ["ABORT", "", "stopped", { connected: true, signedIn: true }],
  ["1045", "Access denied", "password"],
  ["1698", "Access denied", "password"],
  ["1049", "Unknown database", "database"],
  ["1044", "Access denied for user to database", "denied"],
  ["1130", "Host is not allowed", "denied"],
  ["1040", "Too many connections", "too-many"],
  ["1203", "max_user_connections", "too-many"],
  ["3159", "Connections using insecure transport are prohibited", "tls-required"],
  ["1105", "Unknown error", "failed", { connected: true }],
  ["ABORT", "", "stopped"],
  ["EWHAT", "what?", "failed"],
];

for (const [code, text, kind, { connected = false, signedIn = false } = {}] of CASES) {
  const how = signedIn ? ", signed in" : connected ? ", connected" : "";
  Deno.test(`connectionFailure() is ${kind} for ${code} ${text}${how}`, () => {
    const failure = connectionFailure({
      server,
      user: "ada",
      database: "x",
      code,
      text,
      connected,
      signedIn,
    });
    equal(failure.kind, kind);
    equal(failure.message.length > 10 && failure.hint.length > 10, true);
  });
}
