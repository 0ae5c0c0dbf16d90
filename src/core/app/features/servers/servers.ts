import type { Server } from "../../../config/config.ts";
import { Secret } from "../../../secret.ts";
import type { ConnectionFailure } from "../../../sql/failure.ts";
import { engineAndAddress, tlsWords } from "../../../sql/engines/mod.ts";
import {
  type AwsAt,
  createLogins,
  type Login,
  type LoginKeychain,
  type Logins,
  withAws,
  withLogin,
} from "../../../sql/login/mod.ts";
import { renamedServers } from "../../../state/known_servers.ts";
import { without } from "../../../state/list.ts";
import { serverNamed } from "../../../state/selectors.ts";
import type { ServerTest } from "../../../state/state.ts";
import type { Writing } from "../../../state/store.ts";
import { ownProperty } from "../../../own_property.ts";
import { type CommandResult, refusal } from "../../../result.ts";
import { unknownServer } from "../../server_refusals.ts";
import type { Dialogs } from "../dialogs/dialogs.ts";
import type { Windows } from "../../windows.ts";
import type { ServerEnvironments } from "./environments.ts";

/** The outcome of a connection test. `kind` tells a refused password from other failures. */
export type ConnectionOutcome =
  | { readonly ok: true; readonly ms: number; readonly detail: string }
  | { readonly ok: false; readonly kind: string; readonly message: string; readonly hint?: string };

/** What operations on servers need from outside of the application. */
export interface ServerServices {
  /** Tests a connection. `onStep` is called for each step on the way to the server. */
  readonly testConnection: (
    server: Server,
    login: Login,
    signal: AbortSignal,
    onStep?: (step: string) => void,
  ) => Promise<ConnectionOutcome>;
  /** Returns why a server cannot be reached, before its login is asked for; null when it can be. */
  readonly probeServer: (server: Server, signal: AbortSignal) => Promise<ConnectionFailure | null>;
}

interface ServerParts extends ServerServices {
  readonly keychain: LoginKeychain;
  readonly store: Writing<"serverTests">;
  readonly windows: Windows;
  readonly dialogs: Dialogs;
  readonly environments: Pick<ServerEnvironments, "of">;
  /** Returns the role and region for a server that is reached over HTTPS. */
  readonly awsAt: AwsAt;
  readonly now: () => number;
}

/** Operations on the user's SQL servers. */
export type Servers = ReturnType<typeof createServers>;

/** Makes the operations on servers. */
export function createServers(services: ServerParts) {
  const { store, windows, dialogs, keychain } = services;
  const tests = store.slices.serverTests;
  const running = new Map<string, AbortController>();
  const listeners: ((server: string) => void)[] = [];
  const loginChanged = (name: string) => listeners.forEach((listener) => listener(name));
  const saved = createLogins(keychain, async ({ server, elsewhere: _, ...question }, signal) => {
    // No connection is attempted while the user answers a question.
    if (running.has(server.name) && find(server.name)) setTest(server, { status: "idle" });
    const env = await environmentOf(server.name);
    const answer = await dialogs.open<"login">({
      kind: "login",
      ...question,
      server: server.name,
      env,
      detail: `${engineAndAddress(server)} · ${tlsWords(server)}`,
    }, { title: [`Sign in to ${server.name}`, env].filter(Boolean).join(" · "), signal });
    return answer && { ...answer, password: new Secret(answer.password) };
  }, services.probeServer);
  const logins: Logins = { ...saved, give: withAws(saved.give, services.awsAt) };

  // A renamed server stays the same server, whether it was renamed in a form or in the file.
  store.subscribe((state, before) => {
    for (const [from, to] of renamedServers(state, before)) {
      windows.rename("server", "server", from, to);
      logins.rename(from, to);
    }
    if (state.serverEnvs === before.serverEnvs) return;
    // A title has the environment too, which is known only after the name.
    for (const { page, params } of state.windows) {
      if (page === "server" && params.server !== undefined) windows.retitle(page, params);
    }
  });

  /** Returns the environment of a server, which may be one of an account or not saved yet. */
  async function environmentOf(name: string): Promise<string | null> {
    const { serverEnvs, queryWindows } = store.get();
    return ownProperty(serverEnvs, name) ?? queryWindows.find(({ server }) => server === name)?.env ??
      await services.environments.of(name);
  }

  const find = (name: string) => serverNamed(store.get(), name);

  function setTest(of: Server, test: ServerTest): void {
    tests.update((all) => [...without(all, (other) => other.of.name === of.name), { of, test }]);
  }

  async function attempt(
    server: Server,
    signal: AbortSignal,
    asked: () => void,
    onStep?: (step: string) => void,
  ): Promise<ServerTest> {
    const tried = await withLogin(server, logins.give, (login) => {
      asked();
      return services.testConnection(server, login, signal, onStep);
    }, signal);
    if (!tried || signal.aborted) return { status: "idle" };
    const { result, notSaved } = tried;
    if (result.ok) {
      const detail = notSaved ? `${result.detail}. The password was not stored: ${notSaved}` : result.detail;
      return { status: "ok", at: services.now(), ms: result.ms, detail };
    }
    const { message, hint } = result;
    return { status: "failed", at: services.now(), message, ...(hint ? { hint } : {}) };
  }

  return {
    /** Logins that are saved, or asked for in a dialog. */
    logins,
    /** Calls the listener with the name of each server whose saved login changes. */
    onLogin: (listener: (server: string) => void) => void listeners.push(listener),
    async test(name: string): Promise<CommandResult> {
      const server = find(name);
      if (!server) return unknownServer(name);
      running.get(name)?.abort();
      const controller = new AbortController();
      running.set(name, controller);
      try {
        let shown = false;
        const since = services.now();
        const show = () => {
          shown = true;
          windows.open("server", { server: name });
        };
        const test = await attempt(server, controller.signal, () => {
          // The window opens only after the login was given, because it has nothing to show before.
          show();
          setTest(server, { status: "running", since });
        }, (step) => {
          if (running.get(name) === controller) setTest(server, { status: "running", since, step });
        });
        if (running.get(name) !== controller) return { ok: true };
        // The test failed before it asked for a login.
        if (test.status === "failed" && !shown) show();
        setTest(server, test);
      } finally {
        if (running.get(name) === controller) running.delete(name);
      }
      return { ok: true };
    },
    /** Tests a server from a form, saved or not. The result's `value` is a {@link ServerTest}. */
    async tryOut(server: Server, user: string | undefined): Promise<CommandResult> {
      if (user) logins.expect(server.name, user);
      running.get(server.name)?.abort();
      // A test that another one replaces tells no result, so nothing is shown of it.
      tests.update((all) =>
        without(all, ({ of, test }) => of.name === server.name && test.status === "running")
      );
      const controller = new AbortController();
      running.set(server.name, controller);
      try {
        return { ok: true, value: await attempt(server, controller.signal, () => {}) };
      } finally {
        if (running.get(server.name) === controller) running.delete(server.name);
      }
    },
    /**
     * Turns the window of a new server's form into that server's window. `user` fills in the next question
     * about its login.
     */
    added(window: string, name: string, user: string | undefined): CommandResult {
      if (!find(name)) return unknownServer(name);
      if (user) logins.expect(name, user);
      windows.become(window, { server: name });
      return { ok: true };
    },
    async setPassword(name: string): Promise<CommandResult> {
      const server = find(name);
      if (!server) return unknownServer(name);
      try {
        if (await logins.replace(server, new AbortController().signal)) loginChanged(name);
      } catch (error) {
        return refusal(`The password was not stored: ${(error as Error).message}`);
      }
      return { ok: true };
    },
    async forgetPassword(name: string): Promise<CommandResult> {
      try {
        await logins.forget(name);
        loginChanged(name);
      } catch (error) {
        return refusal(`The password was not removed: ${(error as Error).message}`);
      }
      return { ok: true };
    },
  };
}
