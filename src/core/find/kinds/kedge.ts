import type { Command } from "../../app/command.ts";
import { selector } from "../../state/selector.ts";
import { signInWords } from "../../state/sign_in_words.ts";
import type { AppState, SignInState } from "../../state/state.ts";
import { type EntryIcon, entryKind } from "../entry.ts";

/** One thing of Kedge's own. */
interface Item {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly icon: EntryIcon;
  readonly command: Command;
}

const item = (id: string, title: string, detail: string, icon: EntryIcon, command: Command): Item => ({
  id,
  title,
  detail,
  icon,
  command,
});

const items: readonly Item[] = [
  item("home", "Open Kedge", "Everything in one window", "anchor", { name: "openWindow", page: "home" }),
  item("accounts", "Accounts", "Consoles, credentials and terminals", "account", {
    name: "openWindow",
    page: "accounts",
  }),
  item("everywhere", "Find in all accounts", "Secrets, databases and services by name", "account", {
    name: "openWindow",
    page: "everywhere",
  }),
  item("settings", "Settings", "", "gear", { name: "openWindow", page: "settings" }),
  item("extensions", "Install extension", "Review a bundle from a file or an address", "plus", {
    name: "openWindow",
    page: "extensions",
  }),
  item("config", "Open config.json", "In your editor", "file", { name: "openConfig" }),
  item("import-aws", "Import from ~/.aws/config", "Its portal and accounts, into config.json", "account", {
    name: "importAws",
  }),
  item("news", "What's new", "What each version brought", "file", { name: "openWindow", page: "news" }),
  item("quit", "Quit Kedge", "", "cross", { name: "quit" }),
];

/** What can be done about the sign-in as it is. */
function signInItems(signIn: SignInState): Item[] {
  const { status, detail = "" } = signIn;
  if (status === "unconfigured" || status === "checking" || status === "environment") return [];
  const again = status === "signed-in" ? "Sign in again" : "Sign in";
  const line = detail && `${signInWords(signIn, Date.now()).line} · ${detail}`;
  return [
    item("sign-in", again, line, "key", { name: "signIn" }),
    ...(status === "signed-out" ? [] : [
      item("accounts", "Refresh accounts", "Ask the portal for the accounts anew", "account", {
        name: "refreshAccounts",
      }),
      item("sign-out", "Sign out", "Here and for the tools of AWS", "lock", { name: "signOut" }),
    ]),
  ];
}

const shown = selector(
  ({ signIn }: AppState) => [signIn],
  (signIn) => [...items.slice(0, 1), ...signInItems(signIn), ...items.slice(1)],
);

/** What Enter does, where that is not opening something. */
const VERBS: Partial<Record<Command["name"], string>> = {
  importAws: "Import",
  quit: "Quit",
  refreshAccounts: "Refresh",
  signIn: "Sign in",
  signOut: "Sign out",
};

/** Kedge's own windows and files. */
export const kedge = entryKind<Item>({
  label: "Kedge",
  heading: "Kedge",
  weight: 0.3,
  own: true,
  items: shown,
  id: ({ id }) => `kedge:${id}`,
  title: ({ title }) => title,
  around: ({ detail }) => detail,
  entry: ({ detail, icon, command }) => ({ detail, verb: VERBS[command.name] ?? "Open", icon, command }),
});
