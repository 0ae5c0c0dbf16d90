import { z } from "zod";
import { SHELLS } from "../../../aws/exports/shells.ts";
import { accountId, command, feature, id, roleName } from "../../feature.ts";
import type { CredentialUses } from "./credentials.ts";

/** Without a role it is the one that was used there last, or the only one. */
const where = { account: accountId, role: roleName.optional() };
const used = ({ account }: { readonly account: string }) => `account:${account}`;

/** What one does with an account: its console, its credentials, a terminal with them. */
export const credentials = feature({
  /** Opens the web console, or a service in it, in the browser that the account's environment has. */
  openConsole: command({
    ...where,
    service: z.string().regex(/^[a-z0-9][a-z0-9-]{0,59}$/).optional(),
  }, used),
  /**
   * Puts credentials on the clipboard as lines for a shell, for 45 s; the result's value is `{seconds, marked, shell}`. A
   * surface that says so itself sets `quiet`.
   */
  copyCredentials: command({
    ...where,
    shell: z.enum(SHELLS).optional(),
    quiet: z.boolean().optional(),
  }, used),
  /** Opens a terminal whose shell has credentials that renew themselves. */
  openTerminal: command(where, used),
  /** For which shell credentials are copied from now on; without one it is the detected one again. */
  chooseShell: command({ shell: z.enum(SHELLS).optional() }),
  /** Which terminal program opens from now on; without one it is the system's again. */
  chooseTerminal: command({ terminal: id.optional() }),
  /** Which browser opens the consoles of an environment ("" for none); without one it is the system's again. */
  chooseBrowser: command({ env: z.string().max(50), browser: id.optional(), profile: id.optional() }),
}, ({ credentials }: { readonly credentials: CredentialUses }) => ({
  openConsole: (asked) => credentials.console(asked),
  copyCredentials: (asked) => credentials.copy(asked),
  openTerminal: (asked) => credentials.terminal(asked),
  chooseShell: ({ shell }) => credentials.chooseShell(shell),
  chooseTerminal: ({ terminal }) => credentials.chooseTerminal(terminal),
  chooseBrowser: ({ env, browser, profile }) =>
    credentials.chooseBrowser(
      env,
      browser === undefined ? null : { browser, ...(profile ? { profile } : {}) },
    ),
}));
