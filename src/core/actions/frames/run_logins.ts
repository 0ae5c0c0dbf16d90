import type { Server } from "../../config/config.ts";
import type { AskLogin, GivenLogin } from "../../sql/login/mod.ts";

/**
 * Makes the logins of one run. A login that was given serves all queries of its server, even before it is
 * known to work, until it is refused or dropped. Queries of one server that need a login at the same time
 * share one question and its outcome, because a user who cancels it does not want to be asked for each.
 */
export function createRunLogins(ask: AskLogin<Server>) {
  /** The login of each server. */
  const latest = new Map<string, GivenLogin>();
  /** Questions without an outcome yet, by server. */
  const open = new Map<string, Promise<GivenLogin | null>>();

  /** Returns a login that is saved once, by the first query for which it works. */
  function shared(name: string, given: GivenLogin): GivenLogin {
    let kept: Promise<void> | undefined;
    const login: GivenLogin = {
      ...given,
      keep() {
        // Another query may have dropped it meanwhile.
        if (!latest.has(name)) latest.set(name, login);
        return kept ??= given.keep();
      },
      drop() {
        if (kept) return;
        given.drop?.();
        if (latest.get(name) === login) latest.delete(name);
      },
    };
    return login;
  }

  async function question(...asked: Parameters<AskLogin<Server>>): Promise<GivenLogin | null> {
    const [{ name }] = asked;
    const given = await ask(...asked);
    if (!given) return null;
    const login = shared(name, given);
    latest.set(name, login);
    return login;
  }

  return {
    /** Returns the source of logins for one query. */
    ofQuery(): AskLogin<Server> {
      /** The login that this query was given last. */
      let had: GivenLogin | null = null;
      return async (server, problem, signal) => {
        const { name } = server;
        // A refused login is replaced once, and whoever was refused with it gets the new one.
        if (problem !== undefined && had && latest.get(name) === had) latest.delete(name);
        had = latest.get(name) ?? null;
        if (had) return had;
        const asked = open.get(name) ?? question(server, problem, signal).finally(() => open.delete(name));
        open.set(name, asked);
        return had = await asked;
      };
    },
  };
}
