import { compareEnvironments } from "../../core/accounts/environments.ts";
import { rootOf } from "../../core/config/document.ts";
import type { Json } from "../../core/json/node.ts";
import { kept, selector } from "../../core/state/selector.ts";
import type { AppState } from "../../core/state/state.ts";
import { z } from "zod";
import { stateRows } from "../../core/resources/rows.ts";
import { accounts } from "../lists.ts";
import { definePage, type ModelOf } from "../page.ts";
import { defineQuery } from "../query.ts";
import { analyticsShown, nameAndPlace } from "../shown.ts";

/** What is known of these accounts. */
export const accountsById = defineQuery({
  params: z.strictObject({ ids: z.array(z.string().max(200)).max(200) }),
  most: 200,
  rows({ ids }, { store }) {
    const wanted = new Set(ids);
    return stateRows(
      store,
      selector(
        ({ accounts }: AppState) => [accounts],
        (accounts) => accounts.filter(({ accountId }) => wanted.has(accountId)).map(nameAndPlace),
      ),
    );
  },
});

/** The accounts that rules can label: those with a name or an email. */
export const namedAccounts = defineQuery({
  params: z.strictObject({}),
  most: 500,
  rows: (_, { store }) => stateRows(store, named),
});

const named = selector(
  ({ accounts }: AppState) => [accounts],
  (accounts) =>
    accounts.filter(({ name, email }) => name !== undefined || email !== undefined)
      .map(({ accountId, name, email }) => ({ accountId, name, email })),
);

/** The browsers of this computer, with their profiles. */
export const foundBrowsers = defineQuery({
  params: z.strictObject({}),
  most: 100,
  rows: (_, host) => host.browsers(),
});

/** Its terminal programs; the first one is taken where none is chosen. */
export const foundTerminals = defineQuery({
  params: z.strictObject({}),
  most: 100,
  rows: (_, host) => host.terminals(),
});

/** The environments that accounts have or rules give, in the order of lists; "" is none. */
const environments = selector(
  ({ accounts, config, choices }: AppState) => [accounts, config.value.envRules, choices.browsers],
  (accounts, rules, browsers): readonly string[] => {
    const all = new Set([
      ...accounts.flatMap(({ env }) => env ?? []),
      ...rules.map(({ env }) => env),
      ...Object.keys(browsers),
    ]);
    all.delete("");
    return [...[...all].sort(compareEnvironments), ""];
  },
);

/** The configuration in force and what is wrong with its file. */
export const settingsPage = definePage({
  title: "Settings",
  width: 800,
  height: 560,
  single: true,
  resizable: true,
  frame: true,
  model: () => {
    const config = selector(
      ({ config }: AppState) => [config.file, config.status, config.diagnostics, config.canUndo ?? false],
      (file, status, diagnostics, canUndo) => ({ file, status, diagnostics, canUndo }),
    );
    const computer = selector(
      (state: AppState) => [state.choices, environments(state), state.app.shell],
      (choices, environments, shell = "sh") => ({ choices, environments, shell }),
    );
    let fields: Readonly<Record<string, Json>> = {};
    return (state) => {
      const { accounts = null, servers = null, envRules = null, ...others } = rootOf(state.config.document);
      fields = kept(fields, others);
      return {
        /** What is kept on this computer beside the file. */
        computer: computer(state),
        config: config(state),
        /** What the file itself says, its lists apart: one may have 10,000 entries, and none changes with a field. */
        fields,
        accounts,
        servers,
        envRules,
        analytics: analyticsShown(state),
      };
    };
  },
  queries: { accounts, accountsById, namedAccounts, browsers: foundBrowsers, terminals: foundTerminals },
  commands: {
    editConfig: true,
    undoConfigEdit: true,
    tryRules: true,
    checkPortal: true,
    openConfig: true,
    chooseBrowser: true,
    chooseTerminal: true,
    chooseShell: true,
    testServer: true,
    setPassword: true,
    forgetPassword: true,
    openWindow: (command) => command.page === "server" || command.page === "extensions",
  },
});

/** What the settings page is shown. */
export type SettingsModel = ModelOf<typeof settingsPage>;
