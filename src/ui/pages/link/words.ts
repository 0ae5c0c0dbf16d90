import { accountTitle } from "../../../core/accounts/words.ts";
import type { Link, LinkedPage } from "../../../core/links/link.ts";
import type { LinkModel } from "../../../pages/link/page.ts";

/** The texts of a link's page: its target, what a press would do, and why it cannot be pressed. */
export interface LinkWords {
  readonly title: string;
  readonly detail?: string;
  /** What a press of the button would do. */
  readonly happens: string;
  /** The verb of the button; undefined when the target does not exist. */
  readonly verb?: string;
  /** Why there is no button. */
  readonly missing?: string;
}

const PAGES: Readonly<Record<LinkedPage, string>> = {
  home: "Kedge’s home window",
  accounts: "Accounts",
  everywhere: "Find in all accounts",
  extensions: "Extensions",
  settings: "Settings",
  news: "What’s new",
};

/** Returns the texts for a link and its target. */
export function linkWords(link: Link, about: LinkModel["about"]): LinkWords {
  switch (link.to) {
    case "review":
      return {
        title: `Review an extension from ${new URL(link.address).host}?`,
        happens:
          "Kedge downloads this file, makes sure that it is the one that the link means, and shows what it can do. " +
          "Nothing is installed before you agree to that.",
        verb: "Download and review",
      };
    case "account":
      return accountWords(link, about);
    case "server": {
      const { server } = about;
      return {
        title: `Open a query window of ${link.server}?`,
        ...(server && { detail: server.detail, verb: "Open" }),
        happens:
          "Kedge connects to the server, reading only, and asks for a password if it has none. No SQL runs.",
        ...(!server && { missing: `There is no server “${link.server}” in your configuration.` }),
      };
    }
    case "extension":
      return {
        title: `Open ${about.extension?.name ?? link.extension}?`,
        happens: "Kedge shows the files of this extension.",
        ...(about.extension ? { verb: "Open" } : { missing: notInstalled(link.extension) }),
      };
    case "page":
      return { title: `Open ${PAGES[link.page]}?`, happens: "Kedge shows this window.", verb: "Open" };
    case "run":
      return runWords(link, about);
  }
}

function accountWords(link: Extract<Link, { to: "account" }>, { account }: LinkModel["about"]): LinkWords {
  const name = accountTitle(link.account, account?.name);
  const region = link.region === undefined ? "" : ` in ${link.region}`;
  return {
    title: link.resources === undefined ? `Open ${name}?` : `Open the ${link.resources} of ${name}?`,
    happens: link.resources === undefined
      ? "Kedge shows this account and its roles."
      : `Kedge lists the ${link.resources} of this account${region}, as a role that you have there.`,
    ...(account ? { verb: "Open" } : { missing: `Kedge knows no account ${name}.` }),
  };
}

function runWords(link: Extract<Link, { to: "run" }>, about: LinkModel["about"]): LinkWords {
  const { extension, action, running } = about;
  const filled = Object.keys(link.fields).length > 0;
  return {
    title: `Run ${action?.label ?? link.action}?`,
    detail: extension?.name ?? link.extension,
    happens: filled
      ? "The action starts, and its forms begin with these values. You see and send each form yourself."
      : "The action starts as if you had clicked it.",
    ...(!extension
      ? { missing: notInstalled(link.extension) }
      : !action
      ? { missing: `The extension has no action “${link.action}”.` }
      : action.state === "incompatible"
      ? { missing: `It needs ${action.badge ?? "another version of Kedge"}.` }
      : action.state === "changed"
      ? { missing: "The extension’s files are not those that you reviewed." }
      : running
      ? { missing: "It is running now. Wait until it has ended." }
      : { verb: "Run" }),
  };
}

const notInstalled = (extension: string) => `The extension “${extension}” is not installed.`;
