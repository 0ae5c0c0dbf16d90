import { z } from "zod";
import type { Server } from "../config/config.ts";
import { KeychainError } from "../keychain/keychain.ts";
import { Secret } from "../secret.ts";
import type { ServerTest } from "../state/state.ts";
import type { Store } from "../state/store.ts";
import type { CommandResult } from "./command.ts";
import type { Dialogs } from "./dialogs.ts";
import type { Windows } from "./windows.ts";

/** Who signs in to a server. */
export interface Login {
  readonly user: string;
  readonly password: Secret;
}

/** How a connection attempt ended; `kind` tells a refused password from all else. */
export type ConnectionOutcome =
  | { readonly ok: true; readonly ms: number; readonly detail: string }
  | { readonly ok: false; readonly kind: string; readonly message: string; readonly hint?: string };

/** The part of the keychain that logins need. */
export interface LoginKeychain {
  status(): Promise<{ readonly status: "ready" | "locked" | "absent"; readonly hint?: string }>;
  get(account: string): Promise<Secret | null>;
  set(account: string, label: string, secret: Secret): Promise<void>;
  delete(account: string): Promise<boolean>;
  /** Lets the desktop ask the user to unlock it. */
  unlock(
    signal: AbortSignal,
  ): Promise<{ readonly status: "ready" | "locked" | "absent"; readonly hint?: string }>;
}

export interface ServerServices {
  readonly store: Store;
  readonly windows: Windows;
  readonly dialogs: Dialogs;
  readonly keychain: LoginKeychain;
  readonly testConnection: (server: Server, login: Login, signal: AbortSignal) => Promise<ConnectionOutcome>;
  readonly now: () => number;
}

/** What a user can do with a configured server. */
export interface Servers {
  test(name: string): Promise<CommandResult>;
  setPassword(name: string): Promise<CommandResult>;
  forgetPassword(name: string): Promise<CommandResult>;
  /**
   * The saved login, else the one the user types now; null when the user cancels. `problem` says why the
   * saved one is not good enough.
   */
  login(server: Server, problem: string | undefined, signal: AbortSignal): Promise<TypedLogin | null>;
  /** Stores a login that has worked, when the user wants that. Throws KeychainError. */
  keep(server: Server, login: TypedLogin, signal: AbortSignal): Promise<void>;
}

/** A login, and whether the user wants it kept once it has worked. */
export interface TypedLogin extends Login {
  readonly save: boolean;
}

const stored = z.object({ user: z.string(), password: z.string() });

/** The keychain account of a server's login. */
export function keychainAccount(server: string): string {
  return `server/${server}`;
}

/** What the user sees in the keychain. */
export function keychainLabel(server: string): string {
  return `Kedge – ${server}`;
}

/** A login as the keychain holds it. */
export function loginSecret({ user, password }: Login): Secret {
  return new Secret(JSON.stringify({ user, password: password.open() }));
}

/** Reads a login of the keychain; null when Kedge has not written it. */
export function parseLogin(secret: Secret): Login | null {
  try {
    const { user, password } = stored.parse(JSON.parse(secret.open()));
    return { user, password: new Secret(password) };
  } catch {
    return null;
  }
}

/** Makes the server commands. */
export function createServers(services: ServerServices): Servers {
  const { store, windows, dialogs, keychain } = services;
  const running = new Map<string, AbortController>();

  const find = (name: string) => store.get().config.value.servers.find((server) => server.name === name);
  const unknown = (name: string): CommandResult => ({
    ok: false,
    error: `There is no server "${name}" in the configuration.`,
  });

  function setTest(name: string, test: ServerTest): void {
    store.update((state) => ({
      ...state,
      servers: state.servers.map((server) => server.name === name ? { ...server, test } : server),
    }));
  }

  /** Unlocks the keychain only for a login that is in it: a prompt for nothing is a nuisance. */
  async function saved(server: Server, signal: AbortSignal): Promise<TypedLogin | null> {
    const account = keychainAccount(server.name);
    const secret = await keychain.get(account).catch(async (error) => {
      if (!(error instanceof KeychainError) || error.kind !== "locked") return null;
      const { status } = await keychain.unlock(signal);
      return status === "ready" ? await keychain.get(account).catch(() => null) : null;
    });
    // One that Kedge has not written is overwritten only when the user saves.
    const login = secret && parseLogin(secret);
    return login && { ...login, save: false };
  }

  async function ask(
    server: Server,
    user: string,
    problem?: string,
    signal?: AbortSignal,
  ): Promise<TypedLogin | null> {
    const chain = await keychain.status().catch(() => ({ status: "absent" as const, hint: undefined }));
    const hint = chain.status === "locked" ? "Your desktop asks for the keychain's password." : chain.hint;
    const answer = await dialogs.open<"login">({
      kind: "login",
      server: server.name,
      detail: describe(server),
      user,
      canStore: chain.status !== "absent",
      ...(problem ? { problem } : {}),
      ...(hint ? { storeHint: hint } : {}),
    }, { title: `Sign in to ${server.name}`, ...(signal ? { signal } : {}) });
    return answer && { user: answer.user, password: new Secret(answer.password), save: answer.save };
  }

  async function keep(server: Server, login: TypedLogin, signal: AbortSignal): Promise<void> {
    if (!login.save) return;
    if ((await keychain.status()).status === "locked") await keychain.unlock(signal);
    await keychain.set(keychainAccount(server.name), keychainLabel(server.name), loginSecret(login));
  }

  async function attempt(server: Server, signal: AbortSignal): Promise<ServerTest> {
    let login = await saved(server, signal) ?? await ask(server, "", undefined, signal);
    while (login && !signal.aborted) {
      setTest(server.name, { status: "running", since: services.now() });
      const outcome = await services.testConnection(server, login, signal);
      if (outcome.ok) {
        const kept = await keep(server, login, signal).then(() => "", (error: Error) => error.message);
        const detail = kept ? `${outcome.detail}. The password was not stored: ${kept}` : outcome.detail;
        return { status: "ok", at: services.now(), ms: outcome.ms, detail };
      }
      if (outcome.kind !== "password") {
        const { message, hint } = outcome;
        return { status: "failed", at: services.now(), message, ...(hint ? { hint } : {}) };
      }
      const again = await ask(server, login.user, outcome.message, signal);
      if (!again) {
        const { message, hint } = outcome;
        return { status: "failed", at: services.now(), message, ...(hint ? { hint } : {}) };
      }
      login = again;
    }
    return { status: "idle" };
  }

  return {
    async test(name) {
      const server = find(name);
      if (!server) return unknown(name);
      running.get(name)?.abort();
      const controller = new AbortController();
      running.set(name, controller);
      windows.open("server", { server: name }, { title: name });
      setTest(name, { status: "running", since: services.now() });
      try {
        const test = await attempt(server, controller.signal);
        if (running.get(name) === controller) setTest(name, test);
      } finally {
        if (running.get(name) === controller) running.delete(name);
      }
      return { ok: true };
    },
    async setPassword(name) {
      const server = find(name);
      if (!server) return unknown(name);
      const { signal } = new AbortController();
      const before = await saved(server, signal);
      const login = await ask(server, before?.user ?? "");
      if (!login) return { ok: true };
      try {
        await keep(server, { ...login, save: true }, signal);
      } catch (error) {
        return { ok: false, error: `The password was not stored: ${(error as Error).message}` };
      }
      return { ok: true };
    },
    async forgetPassword(name) {
      try {
        await keychain.delete(keychainAccount(name));
      } catch (error) {
        return { ok: false, error: `The password was not removed: ${(error as Error).message}` };
      }
      return { ok: true };
    },
    keep,
    async login(server, problem, signal) {
      const found = problem ? null : await saved(server, signal);
      return found ?? await ask(server, "", problem, signal);
    },
  };
}

function describe(server: Server): string {
  const database = server.database ? `/${server.database}` : "";
  return `${server.engine} · ${server.host}:${server.port}${database}${server.tls ? " · TLS" : ""}`;
}
