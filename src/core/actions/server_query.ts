import type { Config } from "../config/config.ts";
import { reachedAt } from "../sql/engines/mod.ts";
import { withLogin } from "../sql/login/mod.ts";
import type { QueryRows } from "./frames/conversation.ts";
import type { ServerAccess } from "./run/services.ts";
import type { ScriptFrame } from "./frames/protocol.ts";
import { listedNames } from "../text/shorten.ts";

/**
 * Runs an action's statement on a server of the configuration; asks for a login when none is saved. Throws an
 * Error with words for the author.
 */
export async function queryServer(
  config: Config,
  query: Extract<ScriptFrame, { type: "query" }>,
  { login, writable }: ServerAccess,
  signal: AbortSignal,
): Promise<QueryRows> {
  const server = config.servers.find(({ name }) => name === query.server);
  if (!server) {
    const known = listedNames(config.servers.map(({ name }) => `"${name}"`));
    throw new Error(`there is no such server in the configuration${known && `; there is ${known}`}`);
  }
  // The grant applies only while the entry leads to the same server; a changed entry is another server.
  const write = writable.some(({ server: name, at }) => name === server.name && at === reachedAt(server));
  const { runQuery } = await import("../sql/query.ts");
  const attempt = async (login: Parameters<typeof runQuery>[0]["login"]) => {
    const result = await runQuery({ server, login, sql: query.sql, args: query.args, write }, signal);
    // A server that refuses the statement has accepted the login.
    return !result.ok && result.kind === "query" ? { ok: true, refused: result } as const : result;
  };
  // The rows are returned even when the keychain cannot save the login.
  const tried = await withLogin(server, login, attempt, signal);
  if (!tried) throw new Error("the sign-in was cancelled");
  const { result } = tried;
  if (result.ok && !("refused" in result)) return result;
  const { message, hint } = result.ok ? result.refused : result;
  throw new Error([message, hint].filter(Boolean).join(". "));
}
