import type { Server } from "../../core/config/config.ts";
import { createKeychain, type Keychain } from "../../core/keychain/mod.ts";
import { Secret } from "../../core/secret.ts";
import { type AskLogin, createLogins } from "../../core/sql/login/mod.ts";
import type { Prompter } from "./prompt.ts";
import { oneLine } from "../../core/text/outside.ts";
import { isYes } from "../question.ts";

/** A login that a script gave, before the user is asked. */
export type GivenBefore = { readonly user: string; readonly password: Secret } | null;

/**
 * The logins of servers on a terminal: saved ones, else the one of a script, else the user is asked when somebody is
 * there; `otherwise` says what to do when nobody is.
 */
export function terminalLogin(
  prompter: Prompter,
  quiet: boolean,
  { given = null, otherwise = "run the action on a terminal", keychain = createKeychain() }: {
    given?: GivenBefore;
    otherwise?: string;
    keychain?: Keychain;
  } = {},
): AskLogin<Server> {
  // Never unlocked here: a terminal may be far from the desktop that would ask for the keychain's password.
  const logins = createLogins({
    status: () => keychain.status(),
    get: (account) => keychain.get(account),
    set: (account, label, secret) => keychain.set(account, label, secret),
    delete: (account) => keychain.delete(account),
    unlock: () => keychain.status(),
  }, async ({ server, user: known, problem, elsewhere, canStore }, signal) => {
    if (given && (problem === undefined || elsewhere)) return { ...given, save: false };
    // The login of a script is right or wrong: nobody waits for a question.
    if (given) throw new Error(problem);
    if (quiet || !prompter.interactive) {
      const why = problem ?? `no login is saved for "${server.name}"`;
      throw new Error(`${why}; save one in Kedge, or ${otherwise}`);
    }
    if (problem) console.error(`  ${oneLine(problem)}`);
    const name = await prompter.line(
      `User on ${oneLine(server.name)}${known && ` [${oneLine(known)}]`}: `,
      signal,
    );
    const user = name === null ? "" : name || known;
    if (!user) return null;
    const password = await prompter.secret("Password: ", signal);
    if (password === null) return null;
    const save = canStore && isYes(await prompter.line("Save it in the keychain? [y/N] ", signal) ?? "");
    return { user, password: new Secret(password), save };
  }, async (server, signal) => {
    // Only a person is spared the typing: whatever else signs in hears of it from the connection.
    if (given || quiet || !prompter.interactive) return null;
    const { probeServer } = await import("../../core/sql/mod.ts");
    return await probeServer(server, signal);
  });
  return logins.give;
}
