import * as z from "zod";
import { asEntry, type ListName, listOf, nameInList, typedText } from "../core/config/document.ts";
import { accounts as accountKind } from "../core/find/kinds/accounts.ts";
import { fitting } from "../core/find/rank.ts";
import type { Json } from "../core/json/node.ts";
import { stateRows } from "../core/resources/rows.ts";
import { selector } from "../core/state/selector.ts";
import type { AccountState, AppState } from "../core/state/state.ts";
import { search } from "./lists.ts";
import { defineQuery } from "./query.ts";
import { type NamedAccount, namedAccount } from "./shown.ts";

const list = z.enum(["accounts", "envRules", "servers"]);

/** An entry of a list in config.json. A list may have thousands of them. */
export interface FileEntry {
  /** Index of the entry in the list. */
  readonly index: number;
  /** The entry as in the file, valid or not. */
  readonly raw: Json;
  /** The account of the entry as Kedge knows it; null for other entries and unknown accounts. */
  readonly known: NamedAccount | null;
}

/**
 * Query: the entries of a list that contain the typed text, in the order of the file. Accounts also match by
 * what is known beyond the file.
 */
export const fileEntries = defineQuery({
  params: z.strictObject({ list, search }),
  most: 500,
  rows: ({ list, search }, { store }) => stateRows(store, found(list, search)),
});

function found(list: ListName, search: string): (state: AppState) => readonly FileEntry[] {
  const wanted = search.trim().toLowerCase();
  return selector(
    ({ config, accounts }: AppState) => [config.document, list === "accounts" ? accounts : NONE],
    (document, accounts) => {
      const known = new Map(accounts.map((account): [Json, AccountState] => [account.accountId, account]));
      const fits = new Set(fitting(accountKind, accounts, search));
      return listOf(document, list).flatMap((raw, index): FileEntry[] => {
        const entry = asEntry(raw);
        const account = known.get(entry.accountId ?? null);
        const shown = (account && fits.has(account)) ||
          Object.values(entry).some((value) => typedText(value).toLowerCase().includes(wanted));
        return shown || wanted === "" ? [{ index, raw, known: account ? namedAccount(account) : null }] : [];
      });
    },
  );
}

const NONE: readonly AccountState[] = [];

/** Query: the indexes of the entries with that name or account ID. */
export const fileEntriesNamed = defineQuery({
  params: z.strictObject({ list, name: z.string().min(1).max(1000) }),
  most: 2,
  rows: ({ list, name }, { store }) =>
    stateRows(
      store,
      selector(
        ({ config }: AppState) => [config.document],
        (document) =>
          listOf(document, list).flatMap((raw, index) =>
            nameInList(list, asEntry(raw)) === name ? [index] : []
          ),
      ),
    ),
});
