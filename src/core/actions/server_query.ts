import type { Config } from "../config/config.ts";
import type { QueryRows } from "./conversation.ts";
import type { ServerAccess } from "./run.ts";
import type { ScriptFrame } from "./protocol.ts";

/** How often a login may be refused before the query is given up. */
const ATTEMPTS = 3;

/** Runs an action's statement on a server of the configuration, asking for a login where none is saved. */
export async function queryServer(
  config: Config,
  query: Extract<ScriptFrame, { type: "query" }>,
  { login: askLogin, writable }: ServerAccess,
  signal: AbortSignal,
): Promise<QueryRows> {
  const server = config.servers.find(({ name }) => name === query.server);
  if (!server) {
    const known = config.servers.map(({ name }) => `"${name}"`).join(", ");
    throw new Error(`there is no such server in the configuration${known && `; there is ${known}`}`);
  }
  const write = writable.includes(server.name);
  let problem: string | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const login = await askLogin(server, problem, signal);
    if (!login) throw new Error("the sign-in was cancelled");
    const { runQuery } = await import("../sql/query.ts");
    const result = await runQuery({ server, login, sql: query.sql, args: query.args, write }, signal);
    if (result.ok) {
      // A keychain that refuses is no reason to refuse the rows.
      await login.keep().catch(() => {});
      return result;
    }
    problem = [result.message, result.hint].filter(Boolean).join(". ");
    if (result.kind !== "password") break;
  }
  throw new Error(problem);
}
