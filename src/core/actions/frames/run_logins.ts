import type { Server } from "../../config/config.ts";
import { reachedAt } from "../../sql/engines/mod.ts";
import type { AskLogin, GivenLogin } from "../../sql/login/mod.ts";

/**
 * Makes the logins of one run. A login that was given serves all queries of its server, even before it is
 * known to work, until it is refused or dropped. Queries of one server that need a login at the same time
 * share one question and its outcome, because a user who cancels it does not want to be asked for each.
 */
export function createRunLogins(ask: AskLogin<Server>) {
  /** The login of each server, by the key of the server. */
  const latest = new Map<string, GivenLogin>();
  /** Questions without an outcome yet, by the key of the server. */
  const open = new Map<string, Promise<GivenLogin | null>>();

  /** Returns a login that is saved once, by the first query for which it works. */
  function shared(key: string, given: GivenLogin): GivenLogin {
    let kept: Promise<void> | undefined;
    const login: GivenLogin = {
      ...given,
      keep() {
        // Another query may have dropped it meanwhile.
        if (!latest.has(key)) latest.set(key, login);
        return kept ??= given.keep();
      },
      drop() {
        if (kept) return;
        given.drop?.();
        if (latest.get(key) === login) latest.delete(key);
      },
    };
    return login;
  }

  async function question(
    key: string,
    ...asked: Parameters<AskLogin<Server>>
  ): Promise<GivenLogin | null> {
    const given = await ask(...asked);
    if (!given) return null;
    const login = shared(key, given);
    latest.set(key, login);
    return login;
  }

  return {
    /** Returns the source of logins for one query. */
    ofQuery(): AskLogin<Server> {
      /** The login that this query was given last. */
      let had: GivenLogin | null = null;
      return async (server, problem, signal) => {
        const key = keyOf(server);
        // A refused login is replaced once, and whoever was refused with it gets the new one.
        if (problem !== undefined && had && latest.get(key) === had) latest.delete(key);
        had = latest.get(key) ?? null;
        if (had) return had;
        const asked = open.get(key) ?? question(key, server, problem, signal).finally(() => open.delete(key));
        open.set(key, asked);
        return had = await asked;
      };
    },
  };
}

/**
 * Returns the key of a server. A changed entry is another server, which must not get the password of the one
 * before, or over HTTPS the credentials of its role.
 */
const keyOf = (server: Server) => JSON.stringify([server.name, reachedAt(server), server.https]);
