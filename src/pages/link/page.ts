import { engineAndAddress } from "../../core/sql/engines/mod.ts";
import type { AppState, ServerState, WindowState } from "../../core/state/state.ts";
import type { WaitingLink } from "../../core/state/links.ts";
import { isActive, knownAccount, runOfAction, servers } from "../../core/state/selectors.ts";
import { selector } from "../../core/state/selector.ts";
import { definePage, type ModelOf } from "../page.ts";
import { namedAccount } from "../shown.ts";

const isOwn = ({ link }: { readonly link: string }, window: WindowState) => link === window.params.link;

/** The parts of the state that links refer to. */
type Targets = Pick<AppState, "accounts" | "leftAccounts" | "extensions" | "runs"> & {
  readonly servers: readonly ServerState[];
};

/** Returns what the page shows of a server. */
function summary(server: ServerState | undefined) {
  return server ? { env: server.env, detail: engineAndAddress(server) } : null;
}

/** Returns what a link refers to, as far as it exists; all fields are null when the link is invalid. */
function aboutOf(read: WaitingLink["read"] | undefined, { extensions, runs, servers, ...listed }: Targets) {
  const link = read && "link" in read ? read.link : undefined;
  const named = link?.to === "extension" || link?.to === "run" ? link.extension : undefined;
  const extension = extensions.find(({ id }) => id === named);
  const action = link?.to === "run" ? extension?.actions.find(({ id }) => id === link.action) : undefined;
  // A link cannot open an account that has left the list, while an action there keeps its guard.
  const account = link?.to === "account"
    ? listed.accounts.find(({ accountId }) => accountId === link.account)
    : knownAccount(listed, action?.account);
  return {
    account: account ? namedAccount(account) : null,
    server: link?.to === "server" ? summary(servers.find(({ name }) => name === link.server)) : null,
    extension: extension ? { id: extension.id, name: extension.name, icon: extension.icon ?? null } : null,
    action: action ?? null,
    /** Whether the action of the link is running. */
    running: action !== undefined && runOfAction(runs.filter(isActive), named!, action.id) !== undefined,
  };
}

/** The page of a link that another program has opened: where the link comes from, and what it would do. */
export const linkPage = definePage({
  title: "A link to Kedge",
  width: 420,
  height: 260,
  single: false,
  resizable: false,
  model: () => {
    const about = selector(
      (
        { link, state }: { readonly link: WaitingLink | null; readonly state: AppState },
      ) => [link, state.accounts, state.leftAccounts, state.extensions, state.runs, servers(state)],
      (link, accounts, leftAccounts, extensions, runs, servers) =>
        aboutOf(link?.read, { accounts, leftAccounts, extensions, runs, servers }),
    );
    return (state, { params }) => {
      const { waiting, dropped } = state.links;
      const link = waiting.find(({ id }) => id === params.link) ?? null;
      return {
        /** The link; null once it is decided. */
        link,
        about: about({ link, state }),
        /**
         * Number of links that wait behind it. `dropped` is the number of
         * links beyond the limit, which were dropped.
         */
        behind: Math.max(0, waiting.length - 1),
        dropped,
      };
    };
  },
  commands: {
    followLink: isOwn,
    dropLink: isOwn,
    dropLinks: isOwn,
    openWindow: ({ page, params }) => page === "settings" && params?.field === "linksEnabled",
  },
});

/** The model of the page. */
export type LinkModel = ModelOf<typeof linkPage>;
