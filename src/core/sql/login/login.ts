import { z } from "zod";
import type { ResourceTarget } from "../../aws/resources/target.ts";
import { Secret } from "../../secret.ts";
import type { ConnectionFailure, FailureKind } from "../failure_kind.ts";

/** The login of a server: the one form from the keychain to the driver. */
export interface Login {
  readonly user: string;
  readonly password: Secret;
  /**
   * For a login that is good for minutes, or that stands in a file: gets another one, for a connection that is made
   * later. Throws the reason why there is none.
   */
  readonly again?: ((signal: AbortSignal) => Promise<Login>) | undefined;
  /** Of a server that is asked over HTTPS: as whom and where AWS is asked, anew for each call. Throws a CloudError. */
  readonly aws?: ((signal: AbortSignal) => Promise<ResourceTarget>) | undefined;
}

/** A login as a user gave it: it can be stored once it has worked. */
export interface GivenLogin extends Login {
  /** The file of another client that the password stands in, with its line. */
  readonly from?: string | undefined;
  /** Stores it when the user wants that. Throws KeychainError. */
  keep(): Promise<void>;
  /** It came to nothing for another reason than the login: it is not given to others any more. */
  drop?(): void;
}

/** A login that stands in a file of another client. Its password is read when it is wanted. */
export interface OfferedLogin {
  /** Names it among those of its server: it is the same as long as the file has it. */
  readonly id: string;
  /** Empty: for whichever user. */
  readonly user: string;
  /** Where the password stands, for people: `~/.pgpass, line 3`. */
  readonly from: string;
  /** The file names this server; false: it would do for any. */
  readonly meant: boolean;
}

/** What the files of other clients offer for a server, and what is to be known of those that are not read. */
export interface FileLogins {
  readonly offers: readonly OfferedLogin[];
  readonly remarks: readonly string[];
}

/** Gives the login of a server. `problem` says why the one before was not good enough; null: cancelled. */
export type AskLogin<S> = (
  server: S,
  problem: string | undefined,
  signal: AbortSignal,
) => Promise<GivenLogin | null>;

/** Why there is no login, or why none is asked for; no text holds a secret. */
export class LoginFailure extends Error {
  override readonly name = "LoginFailure";

  /** `hint`: the next step. */
  constructor(message: string, readonly hint: string, readonly kind: FailureKind = "sign-in") {
    super(message);
  }

  /** It stands where that of a connection would. */
  get failure(): ConnectionFailure {
    return { ok: false, kind: this.kind, message: this.message, hint: this.hint };
  }
}

const stored = z.object({
  user: z.string(),
  password: z.string(),
  host: z.string().optional(),
  offer: z.string().optional(),
});

/** A login as the keychain holds it, and the host that it was given for, where that is known. */
interface StoredLogin extends Login {
  readonly host?: string | undefined;
  /** It stands in a file, by the name of its offer: there is no password in the keychain. */
  readonly offer?: string | undefined;
}

/** The keychain's item of a server: its account, and the label that the user sees. */
export function keychainItem(server: string): { readonly account: string; readonly label: string } {
  return { account: `server/${server}`, label: `Kedge – ${server}` };
}

/** A login as the keychain holds it: one item for both, which asks the user once; and the host that it is for. */
export function loginSecret({ user, password, offer }: StoredLogin, host?: string): Secret {
  return new Secret(
    JSON.stringify({ user, password: offer === undefined ? password.open() : "", host, offer }),
  );
}

/** Reads a login of the keychain; null when Kedge has not written it. */
export function parseLogin(secret: Secret): StoredLogin | null {
  try {
    const { password, ...known } = stored.parse(JSON.parse(secret.open()));
    return { ...known, password: new Secret(password) };
  } catch {
    return null;
  }
}

/** The outcome of an attempt; `kind` "password" is worth another login. */
type Attempt =
  | { readonly ok: true }
  | { readonly ok: false; readonly kind: string; readonly message: string; readonly hint?: string };

/** How often a login may be refused before the user is asked no more. */
const ATTEMPTS = 5;

/**
 * Does something that needs a login: with the one that is given first, and with another as often as the server
 * refuses it. One that has worked is kept when the user wants that; `notSaved` says why it could not be. Null when
 * no login was given, or the signal was aborted, before the first attempt. What keeps a login from being given is a
 * result too.
 */
export async function withLogin<S, R extends Attempt>(
  server: S,
  give: AskLogin<S>,
  attempt: (login: Login) => Promise<R>,
  signal: AbortSignal,
): Promise<{ readonly result: R | ConnectionFailure; readonly notSaved?: string } | null> {
  let last: { result: R } | null = null;
  let problem: string | undefined;
  for (let i = 0; i < ATTEMPTS; i++) {
    const login = await given(() => give(server, problem, signal));
    if (login instanceof LoginFailure) return { result: login.failure };
    if (!login || signal.aborted) return last;
    const result = await attempt(login);
    last = { result };
    if (result.ok) {
      return await login.keep().then(() => last, (error: Error) => ({ result, notSaved: error.message }));
    }
    if (result.kind !== "password") {
      login.drop?.();
      return last;
    }
    const from = login.from && `The password is that of ${login.from}`;
    problem = [result.message, from, result.hint].filter(Boolean).join(". ");
  }
  return last;
}

async function given<T>(give: () => Promise<T>): Promise<T | LoginFailure> {
  try {
    return await give();
  } catch (error) {
    if (error instanceof LoginFailure) return error;
    throw error;
  }
}
