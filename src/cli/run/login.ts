import type { Server } from "../../core/config/config.ts";
import { createKeychain, type Keychain } from "../../core/keychain/mod.ts";
import { Secret } from "../../core/secret.ts";
import { lazyImport } from "../../core/lazy_import.ts";
import { type AskLogin, createLogins, type LoginFiles, type OfferedLogin } from "../../core/sql/login/mod.ts";
import type { Prompter } from "./prompt.ts";
import { oneLine } from "../../core/text/outside.ts";
import { isYes } from "../question.ts";

/**
 * A login from the environment, used before asking the user. Without a password, one is looked for in the
 * files of other clients.
 */
export type GivenBefore = { readonly user: string; readonly password: Secret | undefined } | null;

/**
 * Returns the login of a server on a terminal: the saved one, otherwise the one in the script's environment,
 * otherwise the one that the user types. `otherwise` is the next step when there is no user at the terminal.
 */
export function terminalLogin(
  prompter: Prompter,
  quiet: boolean,
  { given = null, otherwise = "run the action on a terminal", keychain = createKeychain(), files }: {
    given?: GivenBefore;
    otherwise?: string;
    keychain?: Keychain;
    files?: LoginFiles;
  } = {},
): AskLogin<Server> {
  // The keychain is never unlocked here, because the terminal may be on another machine than the desktop that
  // would ask for the password.
  const logins = createLogins({
    status: () => keychain.status(),
    get: (account) => keychain.get(account),
    set: (account, label, secret) => keychain.set(account, label, secret),
    delete: (account) => keychain.delete(account),
    unlock: () => keychain.status(),
  }, async ({ server, user: known, problem, elsewhere, canStore, offers, remarks }, signal) => {
    if (given && (problem === undefined || elsewhere)) {
      const { user, password } = given;
      // Nobody can confirm the login, so one from a file is used only when it names exactly this server.
      const offer = password ? undefined : offerFor(offers.filter(({ meant }) => meant), user);
      return { user, password: password ?? new Secret(""), save: false, offer: offer?.id };
    }
    // A wrong login of a script is an error, because nobody would answer a question.
    if (given) throw new Error(problem);
    if (quiet || !prompter.interactive) {
      const why = problem ?? `no login is saved for "${server.name}"`;
      throw new Error([`${why}; save one in Kedge, or ${otherwise}`, ...remarks].join(". "));
    }
    if (problem) console.error(`  ${oneLine(problem)}`);
    for (const remark of remarks) console.error(`  ${oneLine(remark)}`);
    const usual = known || offers.find(({ user, meant }) => meant && user !== "")?.user || "";
    const name = await prompter.line(
      `User on ${oneLine(server.name)}${usual && ` [${oneLine(usual)}]`}: `,
      signal,
    );
    const user = name === null ? "" : name || usual;
    if (!user) return null;
    // With an empty line the user must not repeat the login that the server has just refused.
    const offer = problem === undefined || elsewhere ? offerFor(offers, user) : undefined;
    const typed = await prompter.secret(
      `Password${offer ? ` [Enter: that of ${oneLine(offer.from)}]` : ""}: `,
      signal,
    );
    if (typed === null) return null;
    const taken = typed === "" ? offer : undefined;
    const question = taken ? "Sign in like this from now on?" : "Save it in the keychain?";
    const save = canStore && isYes(await prompter.line(`${question} [y/N] `, signal) ?? "");
    return { user, password: new Secret(typed), save, offer: taken?.id };
  }, async (server, signal) => {
    // Probing the server first spares the user useless typing. A script gets the error from the connection
    // itself.
    if (given || quiet || !prompter.interactive) return null;
    const { probeServer } = await lazyImport<typeof import("../../core/sql/mod.ts")>(
      "../../core/sql/mod.ts",
      import.meta.url,
    );
    return await probeServer(server, signal);
  }, files);
  return logins.give;
}

/** Returns the offered login for a user: one with this user name, otherwise one without a user name. */
function offerFor(offers: readonly OfferedLogin[], user: string): OfferedLogin | undefined {
  return offers.find((offer) => offer.user === user) ?? offers.find((offer) => offer.user === "");
}
