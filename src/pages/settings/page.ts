import { compareEnvironments } from "../../core/accounts/environments.ts";
import { guessedRules } from "../../core/accounts/guesses.ts";
import { asEntry, type ListEntry, type ListName, listOf } from "../../core/config/document.ts";
import { fieldsOf } from "../../core/config/fields.ts";
import { CONFIG_SCHEMA } from "../../core/config/kind.ts";
import { PALETTE_KEYS } from "../../core/state/desktop_keys.ts";
import { selector } from "../../core/state/selector.ts";
import type { AppState } from "../../core/state/state.ts";
import * as z from "zod";
import { stateRows } from "../../core/resources/rows.ts";
import { fileEntries, fileEntriesNamed } from "../file_lists.ts";
import { definePage, type ModelOf } from "../page.ts";
import { defineQuery } from "../query.ts";
import { analyticsShown, hasDefaults, shortcutProblem } from "../shown.ts";

/** Query: the accounts that rules can label, which have a name or an email. */
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

/** Query: rules that would give the environments which are guessed from names now. */
export const guesses = defineQuery({
  params: z.strictObject({}),
  most: 10,
  rows: (_, { store }) => stateRows(store, guessed),
});

const guessed = selector(({ accounts }: AppState) => [accounts], (accounts) => guessedRules(accounts));

/** Query: one number, which changes whenever the rules of the file change. */
export const rulesVersion = defineQuery({
  params: z.strictObject({}),
  most: 1,
  rows(_, { store }) {
    let version = 0;
    return stateRows(
      store,
      selector(({ config }: AppState) => [asEntry(config.document).envRules], (_) => [version++]),
    );
  },
});

/** Query: the browsers of this computer, with their profiles. */
export const foundBrowsers = defineQuery({
  params: z.strictObject({}),
  most: 100,
  rows: (_, host) => host.browsers(),
});

/** Query: the terminal programs of this computer. The first one is used when none is chosen. */
export const foundTerminals = defineQuery({
  params: z.strictObject({}),
  most: 100,
  rows: (_, host) => host.terminals(),
});

/** Query: the environments of accounts and rules, in the order of lists; "" means none. */
export const foundEnvironments = defineQuery({
  params: z.strictObject({}),
  most: 500,
  rows: (_, { store }) => stateRows(store, environments),
});

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

/** The fields of the file that are not lists of entries. */
const FIELDS = fieldsOf(CONFIG_SCHEMA).filter(({ schema }) => schema.items === undefined).map(({ key }) =>
  key
);

/** The page of the current configuration and the problems of its file. */
export const settingsPage = definePage({
  title: "Settings",
  width: 800,
  height: 560,
  single: true,
  model: () => {
    const config = selector(
      ({ config }: AppState) => [
        config.file,
        config.status,
        config.diagnostics,
        hasDefaults({ config }),
        config.canUndo ?? false,
      ],
      (file, status, diagnostics, defaults, canUndo) => ({ file, status, diagnostics, defaults, canUndo }),
    );
    const computer = selector(
      ({ choices, app }: AppState) => [choices, app.shell],
      (choices, shell = "sh") => ({ choices, shell }),
    );
    const file = selector(
      ({ config }: AppState) => [config.document],
      (document) => {
        const root = asEntry(document);
        const fields: ListEntry = Object.fromEntries(
          FIELDS.filter((key) => key in root).map((key) => [key, root[key]!]),
        );
        const sizeOf = (list: ListName) => listOf(document, list).length;
        const sizes = {
          accounts: sizeOf("accounts"),
          servers: sizeOf("servers"),
          envRules: sizeOf("envRules"),
        };
        return { fields, sizes };
      },
    );
    return (state) => ({
      signIn: state.signIn.status,
      /** Whether agents may connect. */
      agents: state.gate.on,
      /** Data that is kept on this computer besides the file. */
      computer: computer(state),
      config: config(state),
      /** The content of the file. Of its lists the model has only the number of entries, because they are queries. */
      ...file(state),
      analytics: analyticsShown(state),
      shortcutProblem: shortcutProblem(state),
      desktopKeys: state.desktopKeys[PALETTE_KEYS] ?? null,
    });
  },
  queries: {
    entries: fileEntries,
    named: fileEntriesNamed,
    namedAccounts,
    rulesVersion,
    guesses,
    environments: foundEnvironments,
    browsers: foundBrowsers,
    terminals: foundTerminals,
  },
  commands: {
    editConfig: true,
    undoConfigEdit: true,
    tryRules: true,
    checkPortal: true,
    signIn: true,
    openConfig: true,
    chooseBrowser: true,
    chooseTerminal: true,
    chooseShell: true,
    openWindow: ({ page }) => ["catalogue", "agents", "import"].includes(page),
    switchGate: true,
    findAgentClients: true,
    planAgentClient: true,
    setUpAgentClient: true,
    undoAgentClient: true,
  },
});

/** The model of the settings page. */
export type SettingsModel = ModelOf<typeof settingsPage>;
