import { wayText } from "../../ways/address.ts";
import type { Server } from "../../config/config.ts";
import { KeychainError } from "../../keychain/keychain.ts";
import type { Secret } from "../../secret.ts";
import type { ConnectionFailure } from "../failure_kind.ts";
import { lazyImport } from "../../lazy_import.ts";
import {
  type AskLogin,
  type FileLogins,
  type GivenLogin,
  keychainItem,
  type Login,
  LoginError,
  loginError,
  loginSecret,
  parseLogin,
  type Turn,
} from "./login.ts";

type ChainStatus = { readonly status: "ready" | "locked" | "absent"; readonly hint?: string };

/** The part of the keychain that logins need. */
export interface LoginKeychain {
  status(): Promise<ChainStatus>;
  get(account: string): Promise<Secret | null>;
  set(account: string, label: string, secret: Secret): Promise<void>;
  delete(account: string): Promise<boolean>;
  /** Lets the desktop ask the user to unlock the keychain. */
  unlock(signal: AbortSignal): Promise<ChainStatus>;
}

/** The part of reading other clients' files that logins need. */
export interface LoginFiles {
  /** Returns the logins in these files for a server. */
  offers(server: Server): Promise<FileLogins>;
  /** Returns the login of an offer as its file has it now. Throws LoginError. */
  read(server: Server, offer: string, user: string): Promise<Login & { readonly from: string }>;
}

/** The files of this user. They are searched only when a login is needed. */
const USER_FILES: LoginFiles = {
  offers: async (server) => (await fileReader()).fileLogins(server),
  read: async (server, offer, user) => (await fileReader()).fileLogin(server, offer, user),
};

const fileReader = () => lazyImport<typeof import("./files/mod.ts")>("./files/mod.ts", import.meta.url);

/** The question to the user for a login. */
interface LoginQuestion extends FileLogins {
  readonly server: Server;
  /** The suggested user name; empty when none is known. */
  readonly user: string;
  /** Why the previous login was not accepted. */
  readonly problem?: string;
  /** Set when the problem is that the saved login is for another host. No login was tried then. */
  readonly elsewhere?: true;
  /** Whether there is a keychain to save the answer in. */
  readonly canStore: boolean;
  /** What the user should know about saving. */
  readonly storeHint?: string;
}

/**
 * `save`: save the login once it has worked. With an `offer`, the password is read from its file, and the one
 * here is ignored.
 */
type LoginAnswer = Login & { readonly save: boolean; readonly offer?: string | undefined };

/** Asks the user for a login; null when the user cancels. */
type LoginPrompt = (question: LoginQuestion, signal: AbortSignal) => Promise<LoginAnswer | null>;

/** A login for a connection and for the keychain. */
type WayLogin = Omit<GivenLogin, "keep" | "drop"> & { readonly offer?: string | undefined };

/** Returns why a server cannot be reached; null when it can. */
type Probe = (server: Server, signal: AbortSignal) => Promise<ConnectionFailure | null>;

/** The logins of servers: saved ones, and those the user is asked for. All surfaces share one. */
export interface Logins {
  /**
   * Returns the saved login, else the one that the user types now. Throws LoginError when the server cannot
   * be reached, so that nobody types a password in vain.
   */
  readonly give: AskLogin<Server>;
  /** Asks for a login and saves it. Returns false when the user cancels. Throws KeychainError. */
  replace(server: Server, signal: AbortSignal): Promise<boolean>;
  /**
   * Moves the saved login and the suggested user of a server to the server's new name; other requests for
   * logins wait for that. With a locked keychain the move happens when the login is next needed. The user is
   * asked for a login that cannot be moved.
   */
  rename(from: string, to: string): void;
  /** Sets the user name that the next question about a server suggests. */
  expect(server: string, user: string): void;
  /** Removes the saved login. Throws KeychainError. */
  forget(server: string): Promise<void>;
}

/** Returns the logins from a keychain and from a prompt, which asks only after the probe has reached the server. */
export function createLogins(
  keychain: LoginKeychain,
  prompt: LoginPrompt,
  probe: Probe,
  files: LoginFiles = USER_FILES,
): Logins {
  /** User names that were given last, by server. The next question suggests a refused one again. */
  const users = new Map<string, string>();
  /** Settles when saved logins have moved to their new names. */
  let moving: Promise<unknown> = Promise.resolve();
  /** New names whose logins are still under an old name because the keychain was locked, with that name. */
  const behind = new Map<string, string>();

  /** Unlocks the keychain only when it contains the login, because a useless prompt annoys the user. */
  async function saved(server: Server, signal: AbortSignal): Promise<ReturnType<typeof parseLogin>> {
    await moving;
    const from = behind.get(server.name);
    // Nothing is under the new name yet, so only the old one shows whether there is a login to unlock for.
    if (from !== undefined && await unlocked(from, signal)) await follow(from, server.name);
    const secret = await unlocked(server.name, signal);
    // An item that Kedge has not written is overwritten only when the user saves a login.
    return secret && parseLogin(secret);
  }

  /** Returns the keychain item of a server, and unlocks the keychain for it when needed. */
  async function unlocked(name: string, signal: AbortSignal): Promise<Secret | null> {
    const { account } = keychainItem(name);
    return await keychain.get(account).catch(async (error) => {
      if (!isLocked(error)) return null;
      const { status } = await keychain.unlock(signal);
      return status === "ready" ? await keychain.get(account).catch(() => null) : null;
    });
  }

  /** Moves a saved login, or notes that the move is still to be done. */
  async function follow(from: string, to: string): Promise<void> {
    behind.delete(to);
    await move(from, to).catch((error) => {
      if (isLocked(error)) behind.set(to, from);
    });
  }

  /** Forgets pending moves, because the new name has a login of its own now. */
  function settle(name: string): void {
    behind.delete(name);
    for (const [to, from] of behind) if (from === name) behind.delete(to);
  }

  async function move(from: string, to: string): Promise<void> {
    const old = keychainItem(from), next = keychainItem(to);
    const secret = await keychain.get(old.account);
    // A login without a host would go wherever the new entry leads, so it is not moved.
    if (!secret || parseLogin(secret)?.host === undefined || await keychain.get(next.account)) return;
    await keychain.set(next.account, next.label, secret);
    await keychain.delete(old.account);
  }

  async function store(server: Server, login: WayLogin, signal: AbortSignal): Promise<void> {
    if ((await keychain.status()).status === "locked") await keychain.unlock(signal);
    const { account, label } = keychainItem(server.name);
    await keychain.set(account, label, loginSecret(login, addressOf(server)));
    settle(server.name);
  }

  /** Returns the login of an offer. Its password stays in its file and is read for each connection. */
  async function ofFile(server: Server, offer: string, user: string): Promise<WayLogin> {
    return { ...await files.read(server, offer, user), offer, again: () => ofFile(server, offer, user) };
  }

  async function ask(
    server: Server,
    problem: string | undefined,
    signal: AbortSignal,
    elsewhere = false,
    turn: Turn = (question) => question(),
  ): Promise<(WayLogin & { readonly save: boolean }) | null> {
    const answer = await turn(async () => {
      const chain = await keychain.status().catch((): ChainStatus => ({ status: "absent" }));
      const hint = chain.status === "locked" ? "Your desktop asks for the keychain's password." : chain.hint;
      return await prompt({
        server,
        user: users.get(server.name) ?? "",
        ...await files.offers(server),
        ...(problem ? { problem } : {}),
        ...(elsewhere ? { elsewhere } : {}),
        canStore: chain.status !== "absent",
        ...(hint ? { storeHint: hint } : {}),
      }, signal);
    });
    if (!answer) return null;
    const { user, password, save, offer } = answer;
    users.set(server.name, user);
    return { ...(offer === undefined ? { user, password } : await ofFile(server, offer, user)), save };
  }

  return {
    async give(server, problem, signal, turn): Promise<GivenLogin | null> {
      const first = problem === undefined;
      const known = first ? await saved(server, signal) : null;
      if (known) {
        const { host, offer, ...login } = known;
        users.set(server.name, login.user);
        if (host === undefined || host.toLowerCase() === addressOf(server).toLowerCase()) {
          const now = offer === undefined ? login : await ofFile(server, offer, login.user).catch(loginError);
          if (!(now instanceof LoginError)) return { ...now, keep: () => Promise.resolve() };
          problem = now.message;
        } else {
          // The entry leads to another server now, which must not get the password without the user's
          // consent.
          problem = `The password was saved for ${host}, and this server is at ${addressOf(server)} now`;
        }
      }
      // A server that has refused a login was reached a moment ago, so it is probed only the first time.
      const lost = first ? await probe(server, signal) : null;
      if (signal.aborted) return null;
      if (lost) throw new LoginError(lost.message, lost.hint, lost.kind);
      const answer = await ask(server, problem, signal, known !== null, turn);
      if (!answer) return null;
      const { save, ...login } = answer;
      return { ...login, keep: () => save ? store(server, login, signal) : Promise.resolve() };
    },
    async replace(server, signal) {
      const before = await saved(server, signal);
      if (before) users.set(server.name, before.user);
      const login = await ask(server, undefined, signal);
      if (login) await store(server, login, signal);
      return login !== null;
    },
    rename(from, to) {
      const user = users.get(from);
      if (user !== undefined) users.set(to, user);
      moving = moving.then(() => {
        const origin = behind.get(from) ?? from;
        behind.delete(from);
        return follow(origin, to);
      });
    },
    expect: (server, user) => void users.set(server, user),
    async forget(server) {
      await moving;
      const from = behind.get(server);
      if (from !== undefined) await keychain.delete(keychainItem(from).account);
      await keychain.delete(keychainItem(server).account);
      behind.delete(server);
    },
  };
}

/** Returns the address that a password is for, because the same host over another way is another computer. */
export function addressOf({ host, via }: Pick<Server, "host" | "via">): string {
  return via === undefined ? host : `${host} through ${wayText(via)}`;
}

const isLocked = (error: unknown) => error instanceof KeychainError && error.kind === "locked";
