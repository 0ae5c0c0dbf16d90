import type { Server } from "../../../config/config.ts";
import type { AskLogin, GivenLogin } from "../../../sql/login/mod.ts";

/**
 * Asks once for all connections that sign in to a server. The login that was given last serves the others too, even
 * before it is known to work, until it is refused or was not needed. One question at a time.
 */
export function remembered(login: AskLogin<Server>): AskLogin<Server> {
  let latest: GivenLogin | null = null;
  let worked = false;
  /** The login that each caller was given, by the signal that ends its call. */
  const had = new WeakMap<AbortSignal, GivenLogin>();
  let asking: Promise<unknown> = Promise.resolve();

  async function give(server: Server, problem: string | undefined, signal: AbortSignal) {
    // A refused login is asked for again once; every connection that used it gets the new answer.
    if (!latest || problem !== undefined && had.get(signal) === latest) {
      latest = null;
      worked = false;
      latest = await login(server, problem, signal);
    }
    const given = latest;
    if (!given) return null;
    had.set(signal, given);
    return {
      ...given,
      // One that stands in a file is read anew: it may have been changed there.
      ...(given.from === undefined ? {} : await given.again?.(signal)),
      keep() {
        if (latest !== given || worked) return Promise.resolve();
        worked = true;
        return given.keep();
      },
      drop() {
        if (latest === given && !worked) latest = null;
      },
    };
  }

  return (server, problem, signal) => {
    const mine = asking.then(() => give(server, problem, signal));
    asking = mine.catch(() => {});
    return mine;
  };
}
