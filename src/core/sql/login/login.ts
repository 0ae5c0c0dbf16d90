import * as z from "zod";
import type { ResourceTarget } from "../../aws/resources/target.ts";
import { jsonOrNull } from "../../json_values.ts";
import { Secret } from "../../secret.ts";
import type { ConnectionFailure, FailureKind } from "../failure_kind.ts";

/** The login of a server, in the same form from the keychain to the driver. */
export interface Login {
  readonly user: string;
  readonly password: Secret;
  /**
   * For a login that is valid for minutes, or that is in a file: gets the current one for a later connection.
   * Throws the reason when there is none.
   */
  readonly again?: ((signal: AbortSignal) => Promise<Login>) | undefined;
  /**
   * Only for a server reached over HTTPS: returns the credentials and the region for a call of AWS, anew for
   * each call. Throws a CloudError.
   */
  readonly aws?: ((signal: AbortSignal) => Promise<ResourceTarget>) | undefined;
}

/** A login as a user gave it. It can be saved once it has worked. */
export interface GivenLogin extends Login {
  /** The file of another client that contains the password, with the line. */
  readonly from?: string | undefined;
  /** Saves the login when the user wants that. Throws KeychainError. */
  keep(): Promise<void>;
  /** Called when the connection failed for another reason than the login, which is then not given to others. */
  drop?(): void;
}

/** A login in a file of another client. Its password is read only when it is used. */
export interface OfferedLogin {
  /** Names the login among those of its server, and stays the same as long as the file has it. */
  readonly id: string;
  /** Empty when the login is for any user. */
  readonly user: string;
  /** Where the password is, for people: `~/.pgpass, line 3`. */
  readonly from: string;
  /** Whether the file names this server; false when the login is for any server. */
  readonly meant: boolean;
}

/** Logins in files of other clients for a server, and remarks about files that are not read. */
export interface FileLogins {
  readonly offers: readonly OfferedLogin[];
  readonly remarks: readonly string[];
}

/** Asks the user something once it is the question's turn. Null when the question is no longer wanted then. */
export type Turn = <T>(question: () => Promise<T>) => Promise<T | null>;

/**
 * Gives the login of a server. `problem` says why the previous one was not accepted. Only a question to the
 * user waits for its `turn`, because a saved login needs none. Null: cancelled.
 */
export type AskLogin<S> = (
  server: S,
  problem: string | undefined,
  signal: AbortSignal,
  turn?: Turn,
) => Promise<GivenLogin | null>;

/** Why there is no login, or why the user is not asked for one. No text contains a secret. */
export class LoginError extends Error {
  override readonly name = "LoginError";

  /** `hint` is the next step. */
  constructor(message: string, readonly hint: string, readonly kind: FailureKind = "sign-in") {
    super(message);
  }

  /** The failure in the form of a failed connection. */
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

/** A login as the keychain holds it, with the host that it was saved for when that is known. */
interface StoredLogin extends Login {
  readonly host?: string | undefined;
  /** Name of the offer when the password is in a file; the keychain then holds no password. */
  readonly offer?: string | undefined;
}

/** Returns the keychain item of a server: its account, and the label that the user sees. */
export function keychainItem(server: string): { readonly account: string; readonly label: string } {
  return { account: `server/${server}`, label: `Kedge – ${server}` };
}

/**
 * Returns a login as the keychain holds it. User and password are one item, so that the user is asked only
 * once; the host is that for which the login was given.
 */
export function loginSecret({ user, password, offer }: StoredLogin, host?: string): Secret {
  return new Secret(
    JSON.stringify({ user, password: offer === undefined ? password.open() : "", host, offer }),
  );
}

/** Reads a login from the keychain; null when Kedge has not written it. */
export function parseLogin(secret: Secret): StoredLogin | null {
  const known = stored.safeParse(jsonOrNull(secret.open())).data;
  return known ? { ...known, password: new Secret(known.password) } : null;
}

/** The outcome of an attempt. After `kind` "password" another login may work. */
type Attempt =
  | { readonly ok: true }
  | { readonly ok: false; readonly kind: string; readonly message: string; readonly hint?: string };

/** Maximum logins that a server refuses before the user is no longer asked. */
const ATTEMPTS = 5;

/**
 * Does something that needs a login, first with the login that `give` returns, then with another one each
 * time the server refuses it. A login that has worked is saved when the user wants that; `notSaved` says why
 * it could not be. Null when no login was given, or the signal was aborted, before the first attempt. A
 * LoginError is returned as a result too.
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
    // A sign-in that nobody waits for any more must not ask the user.
    if (signal.aborted) return last;
    const login = await Promise.try(give, server, problem, signal).catch(loginError);
    if (login instanceof LoginError) return { result: login.failure };
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

/** Returns an error that is a LoginError, and throws every other one. */
export function loginError(error: unknown): LoginError {
  if (error instanceof LoginError) return error;
  throw error;
}
