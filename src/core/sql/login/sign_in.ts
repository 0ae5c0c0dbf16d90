import type { ConnectionFailure } from "../failure_kind.ts";
import { type AskLogin, type Login, LoginFailure } from "./login.ts";

/** The outcome of an attempt; `kind` "password" is worth another login. */
type Attempt =
  | { readonly ok: true }
  | { readonly ok: false; readonly kind: string; readonly message: string; readonly hint?: string };

/** How often a login may be refused before the user is asked no more. */
const ATTEMPTS = 5;

/**
 * Does something that needs a login: with the one that is given first, and with another as often as the server
 * refuses it. One that has worked is kept when the user wants that; `notKept` says why it could not be. Null when
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
