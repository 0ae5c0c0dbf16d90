import { z } from "zod";
import { Secret } from "../../secret.ts";
import type { ConnectionFailure, FailureKind } from "../failure_kind.ts";

/** Who signs in to a server: the one form from the keychain to the driver. */
export interface Login {
  readonly user: string;
  readonly password: Secret;
  /** Of one that is good for minutes: another one, for a connection that is made later. Throws why there is none. */
  readonly again?: ((signal: AbortSignal) => Promise<Login>) | undefined;
}

/** A login as a user gave it: it can be stored once it has worked. */
export interface GivenLogin extends Login {
  /** Stores it when the user wants that. Throws KeychainError. */
  keep(): Promise<void>;
  /** It came to nothing for another reason than the login: it is not given to others any more. */
  drop?(): void;
}

/** Gives the login of a server. `problem` says why the one before was not good enough; null: cancelled. */
export type AskLogin<S> = (
  server: S,
  problem: string | undefined,
  signal: AbortSignal,
) => Promise<GivenLogin | null>;

/** Why a login cannot be had, or is not asked for; no text holds a secret. */
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

const stored = z.object({ user: z.string(), password: z.string(), host: z.string().optional() });

/** A login as the keychain holds it, and the host that it was given for, where that is known. */
interface StoredLogin extends Login {
  readonly host?: string | undefined;
}

/** The keychain's item of a server: its account, and the label that the user sees. */
export function keychainItem(server: string): { readonly account: string; readonly label: string } {
  return { account: `server/${server}`, label: `Kedge – ${server}` };
}

/** A login as the keychain holds it: one item for both, which asks the user once; and the host that it is for. */
export function loginSecret({ user, password }: Login, host?: string): Secret {
  return new Secret(JSON.stringify({ user, password: password.open(), host }));
}

/** Reads a login of the keychain; null when Kedge has not written it. */
export function parseLogin(secret: Secret): StoredLogin | null {
  try {
    const { user, password, host } = stored.parse(JSON.parse(secret.open()));
    return { user, password: new Secret(password), host };
  } catch {
    return null;
  }
}
