import type { RunFace } from "../../core/actions/mod.ts";
import { keychainAccount, keychainLabel, loginSecret, parseLogin } from "../../core/app/servers.ts";
import { createKeychain } from "../../core/keychain/mod.ts";
import { Secret } from "../../core/secret.ts";
import type { Prompter } from "./prompt.ts";
import { oneLine } from "./text.ts";

/**
 * The login of a server for a run on the terminal: the saved one, else the user is asked when somebody is
 * there.
 */
export function terminalLogin(prompter: Prompter, quiet: boolean): RunFace["login"] {
  return async (server, problem, signal) => {
    const keychain = createKeychain();
    const account = keychainAccount(server.name);
    if (!problem) {
      const secret = await keychain.get(account).catch(() => null);
      const saved = secret && parseLogin(secret);
      if (saved) return { ...saved, keep: () => Promise.resolve() };
    }
    if (quiet || !prompter.interactive) {
      const why = problem ?? `no login is saved for "${server.name}"`;
      throw new Error(`${why}; save one in Kedge, or run the action on a terminal`);
    }
    if (problem) console.error(`  ${oneLine(problem)}`);
    const user = await prompter.line(`User on ${oneLine(server.name)}: `, signal);
    if (!user) return null;
    const password = await prompter.secret("Password: ", signal);
    if (password === null) return null;
    const save = await prompter.line("Save it in the keychain? [y/N] ", signal);
    const login = { user, password: new Secret(password) };
    return {
      ...login,
      async keep() {
        if (!/^y(es)?$/i.test(save?.trim() ?? "")) return;
        await keychain.set(account, keychainLabel(server.name), loginSecret(login));
      },
    };
  };
}
