import type { Server } from "../../../config/config.ts";
import type { FoundServer, ReachedServer } from "../../../sql/found.ts";
import type { AskLogin, GivenLogin } from "../../../sql/login/mod.ts";
import type { QueryWindowState } from "../../../state/query_window.ts";
import { serverNamed } from "../../../state/selectors.ts";
import type { Store } from "../../../state/store.ts";
import type { ServerEnvironments } from "../servers/environments.ts";

/** Gigabytes that a query of logs or Athena may read without asking, when the configuration does not say. */
const USUAL_BOUND = 100;

/**
 * Makes the servers of query windows: those of the configuration, and those found in accounts. `login`
 * returns logins of configured servers.
 */
export function createQueryServers(
  store: Store,
  login: AskLogin<Server>,
  environments: Pick<ServerEnvironments, "of">,
) {
  const found = new Map<string, FoundServer>();
  const logins = new Map<string, AskLogin<Server>>();
  const configured = (name: string) => serverNamed(store.get(), name);
  /** Returns a found server with its operations; undefined for a configured one. */
  const foundOnly = (name: string): FoundServer | undefined => configured(name) ? undefined : found.get(name);
  return {
    find(name: string): ReachedServer | undefined {
      const server: ReachedServer | undefined = configured(name) ?? found.get(name)?.server;
      const { askAboveGigabytes: gigabytes = USUAL_BOUND } = store.get().config.value;
      const counted = server?.engine === "athena" || server?.engine === "logs";
      return counted && gigabytes > 0 ? { ...server, askAbove: gigabytes * 1024 ** 3 } : server;
    },
    /** Adds a found server or replaces it. Returns false when a server of the configuration has its name. */
    add(one: FoundServer) {
      if (configured(one.server.name)) return false;
      found.set(one.server.name, one);
      return true;
    },
    /** Returns a text for the login and way of a found server, to see changes; undefined for a configured one. */
    foundAs: (name: string): string | undefined => foundOnly(name)?.as,
    found: foundOnly,
    /** Adds the origin of a found server to a window's state. */
    withOrigin(queryWindow: QueryWindowState): QueryWindowState {
      const origin = foundOnly(queryWindow.server)?.origin;
      return origin ? { ...queryWindow, found: origin } : queryWindow;
    },
    /** Returns how to get logins of a server. The user is asked once for all tabs of a window. */
    login: (name: string): AskLogin<Server> => (server, problem, signal) => {
      const one = foundOnly(name);
      if (one && !one.asks) return one.login(server, problem, signal);
      const known = logins.get(name) ?? remembered(one?.login ?? login);
      logins.set(name, known);
      return known(server, problem, signal);
    },
    async environment(name: string): Promise<string | null> {
      return foundOnly(name)?.env() || await environments.of(name);
    },
    /** Forgets a typed login, because the window was closed, the server changed or its saved login changed. */
    forget: (name: string) => void logins.delete(name),
  };
}

/**
 * Shares one login among all connections to a server. The last login serves all of them, even before it is
 * known to work, until it is refused or dropped. Only one question is open at a time.
 */
export function remembered(login: AskLogin<Server>): AskLogin<Server> {
  let latest: GivenLogin | null = null;
  let worked = false;
  /** The login that each caller got, by the signal of its call. */
  const had = new WeakMap<AbortSignal, GivenLogin>();
  let asking: Promise<unknown> = Promise.resolve();

  async function give(server: Server, problem: string | undefined, signal: AbortSignal) {
    // A refused login is asked for again once, and all connections that used it get the new one.
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
      // A login from a file is read again, because the file may have changed.
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

/** Whether two entries lead to the same server in the same way. What agents get of it does not matter here. */
export function isSame(a: Server, b: Server | undefined): boolean {
  const words = (server: Server | undefined) => JSON.stringify({ ...server, agents: undefined });
  return words(a) === words(b);
}
