import type { Server } from "../../core/config/config.ts";
import { createKeychain, type Keychain } from "../../core/keychain/mod.ts";
import { Secret } from "../../core/secret.ts";
import { lazyImport } from "../../core/lazy_import.ts";
import { type AskLogin, createLogins, type LoginFiles, type OfferedLogin } from "../../core/sql/login/mod.ts";
import type { Prompter } from "./prompt.ts";
import { oneLine } from "../../core/text/outside.ts";
import { isYes } from "../question.ts";

/** A login that a script gave, before the user is asked. Without a password it is looked for in the files of other clients. */
export type GivenBefore = { readonly user: string; readonly password: Secret | undefined } | null;

/**
 * The logins of servers on a terminal: saved ones, else the one of a script, else the user is asked when somebody is
 * there; `otherwise` says what to do when nobody is.
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
  // Never unlocked here: a terminal may be far from the desktop that would ask for the keychain's password.
  const logins = createLogins({
    status: () => keychain.status(),
    get: (account) => keychain.get(account),
    set: (account, label, secret) => keychain.set(account, label, secret),
    delete: (account) => keychain.delete(account),
    unlock: () => keychain.status(),
  }, async ({ server, user: known, problem, elsewhere, canStore, offers, remarks }, signal) => {
    if (given && (problem === undefined || elsewhere)) {
      const { user, password } = given;
      // Nobody looks on: only what a file says of this very server is taken.
      const offer = password ? undefined : offerFor(offers.filter(({ meant }) => meant), user);
      return { user, password: password ?? new Secret(""), save: false, offer: offer?.id };
    }
    // The login of a script is right or wrong: nobody waits for a question.
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
    // What was refused a moment ago is not sent again by an empty line.
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
    // Only a person is spared the typing: whatever else signs in hears of it from the connection.
    if (given || quiet || !prompter.interactive) return null;
    const { probeServer } = await lazyImport<typeof import("../../core/sql/mod.ts")>(
      "../../core/sql/mod.ts",
      import.meta.url,
    );
    return await probeServer(server, signal);
  }, files);
  return logins.give;
}

/** The offer for a user: one of that name before one for whichever. */
function offerFor(offers: readonly OfferedLogin[], user: string): OfferedLogin | undefined {
  return offers.find((offer) => offer.user === user) ?? offers.find((offer) => offer.user === "");
}
