import assert from "node:assert/strict";
import { Secret } from "../../../src/core/secret.ts";
import type { Cell } from "../../../src/core/sql/driver/mod.ts";
import type { ReachedServer } from "../../../src/core/sql/found.ts";
import { openSession, type Session } from "../../../src/core/sql/session/mod.ts";
import { textRows } from "../../../src/core/sql/values.ts";
import type { DatabaseServer } from "../servers/server.ts";

/** Opens a session with all privileges on a real server. `entry` are further parts of its entry. */
export async function sessionOn(
  real: DatabaseServer,
  entry: Partial<ReachedServer> & Pick<ReachedServer, "engine">,
  options?: Parameters<typeof openSession>[2],
) {
  const session = await openSession(
    { name: "x", host: real.host, port: real.port, tls: false, ...entry },
    { user: real.user, password: new Secret(real.password) },
    options,
  );
  assert.ok(session.ok, JSON.stringify(session));
  return session;
}

/** Runs a statement to its end; it must succeed. */
export async function ask(session: Session, sql: string, args: readonly Cell[] = [], write = false) {
  const { sink, rows, columns } = textRows();
  const end = await session.run({ sql, args, write }, sink, new AbortController().signal);
  assert.ok(end.ok, `${sql}: ${JSON.stringify(end)}`);
  return {
    columns: columns().map(({ name, type, kind }) => ({ name, type, kind })),
    rows,
    outcome: end.outcome,
  };
}
