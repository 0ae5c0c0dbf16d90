import type { Command } from "../../app/command.ts";
import { isPending } from "../../gate/proposals.ts";
import type { ProposalState } from "../../state/agents.ts";
import { selector } from "../../state/selector.ts";
import { signInWords } from "../../state/sign_in_words.ts";
import type { AppState, SignInState } from "../../state/state.ts";
import { type EntryIcon, entryKind } from "../entry.ts";

/** One entry of Kedge itself. */
interface Item {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly icon: EntryIcon;
  /** Null where it cannot be done now. */
  readonly command: Command | null;
  /**
   * Other words that people type for it, with commas between them. They are searched and not shown. A word by
   * which entries of other kinds are called has another one beside it, so that those come first.
   */
  readonly synonyms: string;
}

const item = (
  id: string,
  title: string,
  detail: string,
  icon: EntryIcon,
  command: Command | null,
  synonyms = "",
): Item => ({ id, title, detail, icon, command, synonyms });

const items: readonly Item[] = [
  item(
    "home",
    "Open Kedge",
    "Everything in one window",
    "anchor",
    { name: "openWindow", page: "home" },
    "home, dashboard, overview, history, recent runs",
  ),
  item("accounts", "Accounts", "Consoles, credentials and terminals", "account", {
    name: "openWindow",
    page: "accounts",
  }, "shell, roles, profiles, aws, switch role, switch account"),
  item(
    "settings",
    "Settings",
    "",
    "gear",
    { name: "openWindow", page: "settings" },
    "preferences, options, configuration",
  ),
  item("installed", "Extensions", "What is installed, with its actions", "extension", {
    name: "openWindow",
    page: "extensions",
  }, "scripts, plugins"),
  item("extensions", "Install extension", "Review a bundle from a file or an address", "plus", {
    name: "openWindow",
    page: "extensions",
  }, "add script, add plugin"),
  item("catalogue", "Catalogue", "What the team's catalogues have, and what is newer", "extension", {
    name: "openWindow",
    page: "catalogue",
  }, "catalog, available updates, marketplace"),
  item(
    "config",
    "Open config.json",
    "In your editor",
    "file",
    { name: "openConfig" },
    "configuration, preferences",
  ),
  item("computer", "This computer", "Browsers of consoles, terminal and shell", "gear", {
    name: "openWindow",
    page: "settings",
    params: { section: "computer" },
  }, "browser, firefox, chrome"),
  item(
    "guide",
    "Guide",
    "How to use Kedge, its keys and every field of config.json",
    "file",
    { name: "openWindow", page: "guide" },
    "help, documentation, docs, manual, handbook, tutorial, keyboard shortcuts",
  ),
  item(
    "news",
    "What's new",
    "What each version brought",
    "file",
    { name: "openWindow", page: "news" },
    "changelog, version, newest update, upgrade, about",
  ),
  item("quit", "Quit Kedge", "", "cross", { name: "quit" }, "exit, close"),
];

const tunnels = item(
  "tunnels",
  "Tunnels",
  "Ports of this computer that lead to servers, for other programs",
  "server",
  { name: "openWindow", page: "tunnels" },
  "port forward, ssh, ssm, bastion, localhost",
);

const server = item("server", "Add a server", "PostgreSQL, MySQL or Redshift", "server", {
  name: "openWindow",
  page: "server",
}, "new database, new server, connection, connect");

const importItem = item(
  "import",
  "Import…",
  "Servers and portals of DBeaver, DataGrip, TablePlus, Beekeeper, pgAdmin, Leapp, Granted and others",
  "plus",
  { name: "openWindow", page: "import" },
  "connections, migrate",
);

const everywhere = item(
  "everywhere",
  "Find in all accounts",
  "Secrets, databases and services by name",
  "account",
  { name: "openWindow", page: "everywhere" },
  "global search",
);

/** Synonyms of signing in and out. */
const SIGN_IN = "log in, login, sso", SIGN_OUT = "log out, logout";

/** First steps, the next one first, each with a test for whether the step is still to be done. */
const beginning: readonly (readonly [missing: (state: AppState) => boolean, Item])[] = [
  [
    ({ signIn }) => signIn.status === "unconfigured",
    item(
      "portal",
      "Set up sign-in",
      "With the address of your access portal all your accounts appear",
      "key",
      {
        name: "openWindow",
        page: "settings",
        params: { field: "ssoStartUrl" },
      },
      SIGN_IN,
    ),
  ],
  [({ config }) => config.value.servers.length === 0, server],
  [
    ({ extensions }) => extensions.length === 0,
    item("sample", "Look at the sample extension", "Small helpers that need no account", "plus", {
      name: "reviewSample",
    }),
  ],
];

/** The entry that imports the user's AWS files; `words` say what they contain. */
const imported = (words: string) =>
  item("import-aws", "Import from ~/.aws/config", `${words}, into config.json`, "account", {
    name: "importAws",
  });

/** Returns the entries for the state of the sign-in. */
function signInItems(signIn: SignInState): Item[] {
  const { status, detail = "" } = signIn;
  if (status === "unconfigured" || status === "checking" || status === "environment") return [];
  const again = status === "signed-in" ? "Sign in again" : "Sign in";
  const line = detail && `${signInWords(signIn, Date.now()).line} · ${detail}`;
  return [
    item("sign-in", again, line, "key", { name: "signIn" }, SIGN_IN),
    ...(status === "signed-out" ? [] : [
      item("refresh-accounts", "Refresh accounts", "Ask the portal for them again", "account", {
        name: "refreshAccounts",
      }, "reload"),
      item(
        "sign-out",
        "Sign out",
        "Here and for the tools of AWS",
        "lock",
        { name: "signOut" },
        SIGN_OUT,
      ),
    ]),
  ];
}

const agentsPage = (detail: string) =>
  item("agents", "Agents", detail, "key", { name: "openWindow", page: "agents" }, "mcp, ai");

/** Returns the entries for agents. */
function agentItems({ on, stopped }: AppState["gate"], proposals: readonly ProposalState[]): Item[] {
  // Opens the page instead of letting agents in, because the palette closes at once and the user would not
  // see the change.
  if (!on) return [agentsPage("No agent gets in: let them in, or see what they did")];
  return [
    ...proposals.filter(isPending).slice(0, 20).map(({ id, thing, reason }) =>
      item(`proposal-${id}`, `Look at a write that an agent proposes to ${thing.name}`, reason, "server", {
        name: "openProposal",
        proposal: id,
      })
    ),
    stopped
      ? item("agents-again", "Let agents on again", "You have stopped them all", "key", {
        name: "allowAgents",
      })
      : item("agents-stop", "Stop all agents", "Calls and commands end; none can begin", "cross", {
        name: "stopAgents",
      }),
    agentsPage("Who works, what they did, what you granted"),
    item("agents-off", "Let no agents in", "What you granted them is kept", "lock", {
      name: "switchGate",
      on: false,
    }),
  ];
}

const shown = selector(
  (state: AppState) => [
    state.signIn,
    state.inAwsFiles,
    state.accounts.length > 0,
    state.config.value.servers.length > 0,
    state.gate,
    state.agents.proposals,
    // A text, because equal texts keep the list the same when the state changes otherwise.
    beginning.map(([missing]) => missing(state) ? "1" : "0").join(""),
  ],
  (signIn, words, accounts, servers, gate, proposals, missing) => {
    const first = beginning.filter((_, at) => missing[at] === "1").map(([, item]) => item);
    const signedOut = signIn.status === "signed-out";
    return [
      ...(signedOut ? signInItems(signIn) : []),
      ...first,
      ...items.slice(0, 1),
      ...(signedOut ? [] : signInItems(signIn)),
      ...items.slice(1, 2),
      ...(accounts ? [everywhere] : []),
      ...(words === "" ? [] : [imported(words)]),
      ...items.slice(2, 3),
      ...(first.includes(server) ? [] : [server]),
      importItem,
      ...(accounts || servers ? [tunnels] : []),
      ...items.slice(3, -1),
      ...agentItems(gate, proposals),
      ...items.slice(-1),
    ];
  },
);

/** Verbs of commands that do something other than open. */
const VERBS: Partial<Record<Command["name"], string>> = {
  allowAgents: "Let on",
  importAws: "Import",
  quit: "Quit",
  refreshAccounts: "Refresh",
  reviewSample: "Look",
  signIn: "Sign in",
  signOut: "Sign out",
  stopAgents: "Stop",
  switchGate: "Let none in",
};

const shape = {
  label: "Kedge",
  heading: "Kedge",
  weight: 0.3,
  ofKedge: true as const,
  id: ({ id }: Item) => `kedge:${id}`,
  title: ({ title }: Item) => title,
  around: ({ detail, synonyms }: Item) => `${detail} ${synonyms}`,
  synonymsOf: ({ synonyms }: Item) => synonyms,
  // Typing "sign" and pressing Enter must sign in, not out.
  isLast: ({ id }: Item) => id === "sign-out",
  entry: ({ detail, icon, command }: Item) => ({
    detail,
    verb: command ? VERBS[command.name] ?? "Open" : "",
    icon,
    command,
  }),
};

/** Kedge's own windows, files and commands. */
export const kedge = entryKind<Item>({ ...shape, items: shown });

const NONE: readonly Item[] = [];
const NO_SIGN_OUT = [item("sign-out", "Sign out", "Nobody is signed in", "lock", null, SIGN_OUT)];

/** Tells a user who looks for the sign-out that nobody is signed in. Otherwise nothing fits, and Enter signs in. */
export const signedOut = entryKind<Item>({
  ...shape,
  byTyping: true,
  items: ({ signIn }) => signIn.status === "signed-out" ? NO_SIGN_OUT : NONE,
  entry: (item) => ({ ...shape.entry(item), byTyping: true }),
});
