import * as z from "zod";
import { isService } from "../../../aws/console/address.ts";
import { SHELLS } from "../../../aws/exports/shells.ts";
import { accountId, command, feature, id, roleName } from "../../feature.ts";
import type { CredentialUses } from "./credentials.ts";

/** Account and role of a command. Without a role: the role last used there, or the only one. */
const where = { account: accountId, role: roleName.optional() };
const used = ({ account }: { readonly account: string }) => `account:${account}`;

/** The commands that use credentials of an account: its console, copied credentials, a terminal. */
export const credentials = feature({
  /** Opens the web console, or one service in it, in the browser for the account's environment. */
  openConsole: command({
    ...where,
    service: z.string().refine(isService).optional(),
  }, used),
  /**
   * Copies credentials as lines for a shell for 45 s; the result's value is `{seconds, marked, shell}`.
   * `quiet` omits the message for surfaces that show one of their own.
   */
  copyCredentials: command({
    ...where,
    shell: z.enum(SHELLS).optional(),
    quiet: z.boolean().optional(),
  }, used),
  /** Opens a terminal with credentials that renew themselves. */
  openTerminal: command(where, used),
  /** Sets the shell for copied credentials; without `shell` the detected one is used again. */
  chooseShell: command({ shell: z.enum(SHELLS).optional() }),
  /** Sets the terminal program to open; without `terminal` the system's default is used again. */
  chooseTerminal: command({ terminal: id.optional() }),
  /**
   * Sets the browser for consoles of an environment; `env` is empty for accounts without one. Without
   * `browser` the default browser is used again.
   */
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
