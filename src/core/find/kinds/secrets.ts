import { accountName } from "../../accounts/words.ts";
import { secretsKind } from "../../resources/kinds/secrets/mod.ts";
import { resourceKey } from "../../resources/resource_key.ts";
import type { AccountState, AppState } from "../../state/state.ts";
import { selector } from "../../state/selector.ts";
import { entryKind } from "../entry.ts";

/** A secret of the configuration, in its account. */
interface Item {
  readonly account: AccountState;
  readonly label: string;
  readonly id: string;
}

const items = selector(
  ({ accounts }: AppState) => [accounts],
  (accounts) =>
    accounts.flatMap((account): Item[] => account.secrets.map(({ label, id }) => ({ account, label, id }))),
);

/** Secrets that the configuration names. */
export const curatedSecrets = entryKind<Item>({
  label: "Secret",
  heading: "Secrets",
  synonyms: secretsKind.synonyms,
  weight: 0.5,
  items,
  id: ({ account, id }) => resourceKey("secret", { account: account.accountId }, id),
  title: ({ label }) => label,
  account: ({ account }) => account,
  around: ({ account, id }) => `${accountName(account)} ${account.accountId} ${account.env ?? ""} ${id}`,
  verbs: { "Copy whole": "copy" },
  entry: ({ account, id }) => ({
    detail: `${accountName(account)} · ${id}`,
    verb: "Open",
    icon: "key",
    env: account.env,
    command: {
      name: "openWindow",
      page: "secrets",
      params: { account: account.accountId, secret: id },
    },
    more: [{
      label: "Copy whole",
      shortcut: "Mod+Enter",
      command: { name: "copySecret", account: account.accountId, id },
    }],
  }),
});
