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
  LoginFailure,
  loginSecret,
  parseLogin,
} from "./login.ts";

type ChainStatus = { readonly status: "ready" | "locked" | "absent"; readonly hint?: string };

/** The part of the keychain that logins need. */
export interface LoginKeychain {
  status(): Promise<ChainStatus>;
  get(account: string): Promise<Secret | null>;
  set(account: string, label: string, secret: Secret): Promise<void>;
  delete(account: string): Promise<boolean>;
  /** Lets the desktop ask the user to unlock it. */
  unlock(signal: AbortSignal): Promise<ChainStatus>;
}

/** The part of other clients' files that logins need. */
export interface LoginFiles {
  /** What they offer for a server. */
  offers(server: Server): Promise<FileLogins>;
  /** The login of an offer as its file has it now. Throws LoginFailure. */
  read(server: Server, offer: string, user: string): Promise<Login & { readonly from: string }>;
}

/** The files of this user, which are looked for only when a login is asked for. */
const USER_FILES: LoginFiles = {
  offers: async (server) => (await fileReader()).fileLogins(server),
  read: async (server, offer, user) => (await fileReader()).fileLogin(server, offer, user),
};

const fileReader = () => lazyImport<typeof import("./files/mod.ts")>("./files/mod.ts", import.meta.url);

/** What the user is asked. */
interface LoginQuestion extends FileLogins {
  readonly server: Server;
  /** The user name to begin with; empty when none is known. */
  readonly user: string;
  /** Why the login before was not good enough. */
  readonly problem?: string;
  /** The problem is that of a saved one which is for another host; none was tried. */
  readonly elsewhere?: true;
  /** Whether there is a keychain to store the answer in. */
  readonly canStore: boolean;
  /** What to know about storing. */
  readonly storeHint?: string;
}

/** `save`: store the login once it has worked. With an `offer` the password is that of its file, not the one here. */
type LoginAnswer = Login & { readonly save: boolean; readonly offer?: string | undefined };

/** Asks the user; null when that is cancelled. */
type LoginPrompt = (question: LoginQuestion, signal: AbortSignal) => Promise<LoginAnswer | null>;

/** A login on its way to a connection, and to the keychain. */
type WayLogin = Omit<GivenLogin, "keep" | "drop"> & { readonly offer?: string | undefined };

/** Says why there is no way to a server; null: there is one. */
type Probe = (server: Server, signal: AbortSignal) => Promise<ConnectionFailure | null>;

/** The logins of servers: saved ones, asked ones, kept ones. One for every surface. */
export interface Logins {
  /**
   * The saved login, else the one the user types now. Throws LoginFailure when the server cannot be reached: a password is
   * not typed for nothing.
   */
  readonly give: AskLogin<Server>;
  /** Asks for a login and stores it. False: cancelled. Throws KeychainError. */
  replace(server: Server, signal: AbortSignal): Promise<boolean>;
  /**
   * The saved login of a server is that of another name from now on; logins wait for it. Where the keychain is locked it
   * follows when the login is wanted next. What cannot be moved is asked for.
   */
  rename(from: string, to: string): void;
  /** The user name that the next question about a server begins with. */
  expect(server: string, user: string): void;
  /** Removes the saved login. Throws KeychainError. */
  forget(server: string): Promise<void>;
}

/** Makes the logins of a keychain and of something that asks, once the probe has found the server. */
export function createLogins(
  keychain: LoginKeychain,
  prompt: LoginPrompt,
  probe: Probe,
  files: LoginFiles = USER_FILES,
): Logins {
  /** The user names that were given last: a refused one stands in the next question. */
  const users = new Map<string, string>();
  /** Saved logins that go to other names. */
  let moving: Promise<unknown> = Promise.resolve();
  /** New names whose logins are still under an old one, because the keychain was locked. */
  const behind = new Map<string, string>();

  /** Unlocks the keychain only for a login that is in it: a prompt for nothing is a nuisance. */
  async function saved(server: Server, signal: AbortSignal): Promise<ReturnType<typeof parseLogin>> {
    await moving;
    const from = behind.get(server.name);
    // Nothing is under the new name yet, so only the old one tells whether there is anything to unlock for.
    if (from !== undefined && await unlocked(from, signal)) await follow(from, server.name);
    const secret = await unlocked(server.name, signal);
    // One that Kedge has not written is overwritten only when the user saves.
    return secret && parseLogin(secret);
  }

  /** The item of a server, after the keychain was unlocked for it where that is needed. */
  async function unlocked(name: string, signal: AbortSignal): Promise<Secret | null> {
    const { account } = keychainItem(name);
    return await keychain.get(account).catch(async (error) => {
      if (!isLocked(error)) return null;
      const { status } = await keychain.unlock(signal);
      return status === "ready" ? await keychain.get(account).catch(() => null) : null;
    });
  }

  /** Moves a saved login, or notes that it is still to be moved. */
  async function follow(from: string, to: string): Promise<void> {
    behind.delete(to);
    await move(from, to).catch((error) => {
      if (isLocked(error)) behind.set(to, from);
    });
  }

  /** The new name has a login of its own now. */
  function settle(name: string): void {
    behind.delete(name);
    for (const [to, from] of behind) if (from === name) behind.delete(to);
  }

  async function move(from: string, to: string): Promise<void> {
    const old = keychainItem(from), next = keychainItem(to);
    const secret = await keychain.get(old.account);
    // One that no host stands in would go wherever the new entry leads.
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

  /** The login of an offer: its password stays where it is, and is read for each connection. */
  async function ofFile(server: Server, offer: string, user: string): Promise<WayLogin> {
    return { ...await files.read(server, offer, user), offer, again: () => ofFile(server, offer, user) };
  }

  async function ask(
    server: Server,
    problem: string | undefined,
    signal: AbortSignal,
    elsewhere = false,
  ): Promise<(WayLogin & { readonly save: boolean }) | null> {
    const chain = await keychain.status().catch((): ChainStatus => ({ status: "absent" }));
    const hint = chain.status === "locked" ? "Your desktop asks for the keychain's password." : chain.hint;
    const answer = await prompt({
      server,
      user: users.get(server.name) ?? "",
      ...await files.offers(server),
      ...(problem ? { problem } : {}),
      ...(elsewhere ? { elsewhere } : {}),
      canStore: chain.status !== "absent",
      ...(hint ? { storeHint: hint } : {}),
    }, signal);
    if (!answer) return null;
    const { user, password, save, offer } = answer;
    users.set(server.name, user);
    return { ...(offer === undefined ? { user, password } : await ofFile(server, offer, user)), save };
  }

  return {
    async give(server, problem, signal): Promise<GivenLogin | null> {
      const first = problem === undefined;
      const known = first ? await saved(server, signal) : null;
      if (known) {
        const { host, offer, ...login } = known;
        users.set(server.name, login.user);
        if (host === undefined || host.toLowerCase() === addressOf(server).toLowerCase()) {
          const now = offer === undefined ? login : await ofFile(server, offer, login.user).catch(failed);
          if (!(now instanceof LoginFailure)) return { ...now, keep: () => Promise.resolve() };
          problem = now.message;
        } else {
          // The entry leads elsewhere by now: the other server must not see the password unasked.
          problem = `The password was saved for ${host}, and this server is at ${addressOf(server)} now`;
        }
      }
      // One that has refused a login was reached a moment ago.
      const lost = first ? await probe(server, signal) : null;
      if (signal.aborted) return null;
      if (lost) throw new LoginFailure(lost.message, lost.hint, lost.kind);
      const answer = await ask(server, problem, signal, known !== null);
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

/** Another error than a missing login is not expected here. */
function failed(error: unknown): LoginFailure {
  if (error instanceof LoginFailure) return error;
  throw error;
}

/** Where a password may go: the same host is another computer on another way. */
function addressOf({ host, via }: Server): string {
  return via === undefined ? host : `${host} through ${wayText(via)}`;
}

const isLocked = (error: unknown) => error instanceof KeychainError && error.kind === "locked";
