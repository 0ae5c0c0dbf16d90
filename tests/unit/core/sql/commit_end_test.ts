import { equal } from "node:assert/strict";
import { Fault, ServerError } from "../../../../src/core/sql/driver/mod.ts";
import { failedCommit } from "../../../../src/core/sql/session/commit_end.ts";

const fatal = { fatal: true };
const said = (code: string, more = {}) => new ServerError(code, "words", more);

/** What came in the place of a COMMIT's answer. */
const ENDS: readonly (readonly [what: string, error: Error, kind: "refused" | "unknown"])[] = [
  ["a check that fails", said("23503"), "refused"],
  ["a conflict with another transaction", said("40001"), "refused"],
  ["PostgreSQL, whose administrator ended the session", said("57P01", fatal), "refused"],
  ["PostgreSQL, which waited too long", said("25P03", fatal), "refused"],
  ["PostgreSQL, which crashes", said("57P02", fatal), "unknown"],
  ["a pooler whose server went", said("08P01", fatal), "unknown"],
  ["a pooler whose server went, which goes on", said("08006"), "unknown"],
  ["a pooler with an error of the system", said("58000", fatal), "unknown"],
  ["a commit that is interrupted", said("57014"), "unknown"],
  ["an error of MySQL", said("1180"), "refused"],
  ["MySQL's words before anything was asked", said("4031", { ...fatal, unasked: true }), "refused"],
  ["MariaDB, killed before anything was asked", said("1927", { ...fatal, unasked: true }), "refused"],
  ["MariaDB, killed while it commits", said("1927", fatal), "unknown"],
  ["MySQL, which goes down while it commits", said("1053", fatal), "unknown"],
  ["MySQL, interrupted while it commits", said("1317"), "unknown"],
  ["a router whose server went", said("2013"), "unknown"],
  ["a router that found none", said("2003", fatal), "unknown"],
  ["nothing but the end", new Fault("CLOSED", "the server closed the connection"), "unknown"],
  ["rubbish", new Fault("PROTOCOL", "the server broke the protocol"), "unknown"],
  ["silence", new Fault("ETIMEDOUT", "the server did not answer in time"), "unknown"],
];
for (const [what, error, kind] of ENDS) {
  Deno.test(`failedCommit() is ${kind} after ${what}`, () => {
    const failed = { ok: false, kind: "lost", message: "words", hint: "" } as const;
    equal(failedCommit(error, failed).kind, kind);
  });
}
