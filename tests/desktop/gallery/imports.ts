import type { FoundSource, FoundThing } from "../../../src/core/app/features/imports/imports.ts";
import type { CommandResult } from "../../../src/core/result.ts";
import type { Tab } from "../../support/browser/mod.ts";
import type { Scene } from "./scenes.ts";
import { fullState } from "./state.ts";

const thing = (id: string, name: string, at: string, parts: Partial<FoundThing> = {}): FoundThing => ({
  ...{ id, kind: "server", name, at, user: "", via: "", password: false, why: "" },
  ...parts,
});
const source = (id: FoundSource["id"], title: string, parts: Partial<FoundSource> = {}): FoundSource => ({
  ...{ id, title, files: [], things: [], left: [], remarks: [] },
  ...parts,
});

const NONE = [
  source("tableplus", "TablePlus"),
  source("beekeeper", "Beekeeper Studio"),
  source("leapp", "Leapp"),
];
const FOUND: readonly FoundSource[] = [
  source("dbeaver", "DBeaver", {
    files: ["~/.local/share/DBeaverData/workspace6/General/.dbeaver/data-sources.json"],
    things: [
      thing("dbeaver/server/0", "Orders", "PostgreSQL · orders.internal:5432/orders", {
        user: "anna",
        password: true,
        via: "ssh://anna@bastion.example.com:22",
      }),
      thing("dbeaver/server/1", "Legacy shop", "MySQL · 10.4.0.17:3306/shop", {
        why: "it is there as “Legacy shop”",
      }),
      thing("dbeaver/server/2", "Billing", "PostgreSQL · billing.internal:5432", {
        user: "billing",
        password: true,
      }),
    ],
    left: [
      { name: "Clicks", why: "Kedge does not speak to ClickHouse" },
      { name: "Old", why: "its host begins with a dash, as an option of a program would" },
    ],
  }),
  source("pgpass", "~/.pgpass", {
    files: ["~/.pgpass"],
    things: [
      thing("pgpass/server/0", "orders at orders.internal", "PostgreSQL · orders.internal:5432/orders", {
        user: "report",
        password: true,
        why: "it is there as “Orders”",
      }),
    ],
    remarks: ["1 line is for every host and names none"],
  }),
  source("granted", "Granted", {
    files: ["~/.aws/config"],
    things: [
      thing("granted/portal/0", "https://shop.awsapps.com/start", "eu-central-1", { kind: "portal" }),
      thing("granted/account/0", "1234 5678 9012", "eu-central-1", { kind: "account" }),
    ],
  }),
  source("pgadmin", "pgAdmin", {
    files: ["~/.pgadmin/pgadmin4.db"],
    left: [{
      name: "~/.pgadmin/pgadmin4.db",
      why: "~/.pgadmin/pgadmin4.db cannot be read: file is not a database",
    }],
  }),
  ...NONE,
];
const ADDED = JSON.stringify(
  {
    ssoStartUrl: "https://shop.awsapps.com/start",
    ssoRegion: "eu-central-1",
    accounts: [{ accountId: "123456789012", region: "eu-central-1" }],
    servers: [
      {
        name: "Orders",
        engine: "postgres",
        host: "orders.internal",
        port: 5432,
        database: "orders",
        via: "ssh://anna@bastion.example.com:22",
      },
      { name: "Billing", engine: "postgres", host: "billing.internal", port: 5432 },
    ],
  },
  null,
  2,
);

/**
 * Returns a computer on which these sources are found; after the import they count as imported.
 * `left` is what Undo cannot remove.
 */
const computer = (
  sources: readonly FoundSource[],
  failed: readonly string[] = [],
  left: readonly string[] = [],
): Scene["pages"] => {
  let written = false;
  const there = (one: FoundThing) =>
    written && one.why === "" ? { ...one, why: `it is there as “${one.name}”` } : one;
  return {
    dispatch({ name }): Promise<CommandResult> {
      if (name === "writeImport" || name === "undoImport") written = name === "writeImport";
      const words = "2 servers, 1 account and the portal https://shop.awsapps.com/start";
      return Promise.resolve({
        ok: true,
        value: name === "findImports"
          ? sources.map((one) => ({ ...one, things: one.things.map(there) }))
          : name === "planImport"
          ? {
            added: ADDED,
            digest: "0f".repeat(32),
            words,
            known: [{ name: "Old orders", why: "it is there as “Orders”" }],
            passwords: 2,
          }
          : name === "undoImport"
          ? { field: "servers", left }
          : { words, passwords: 2 - failed.length, failed },
      });
    },
  };
};

const state = fullState({});
const base = { page: "import", state, width: 720, height: 560 } as const;

/** Presses the default button. */
async function submit(tab: Tab): Promise<void> {
  await tab.until("document.activeElement.type === 'submit'");
  await tab.press("Enter");
}

async function look(tab: Tab): Promise<void> {
  await submit(tab);
  await tab.until("document.querySelector('.section, .state h2')?.innerText !== 'Import what you have'");
  await tab.until("!document.querySelector('.skeleton')");
}

async function preview(tab: Tab): Promise<void> {
  await look(tab);
  await tab.until("document.activeElement.type === 'checkbox'");
  await tab.press("Enter");
  await tab.until("document.querySelector('.plan-difference')");
}

async function write(tab: Tab): Promise<void> {
  await preview(tab);
  await submit(tab);
  await tab.until("document.querySelector('.notice.ok')");
}

const many = source("datagrip", "DataGrip", {
  files: ["~/.config/JetBrains/DataGrip2026.2/options/a.very.long.folder.name.that.goes.on/dataSources.xml"],
  things: Array.from(
    { length: 300 },
    (_, at) =>
      thing(
        `datagrip/server/${at}`,
        `A name that is as long as names may be ${at} `.repeat(4).trim(),
        `PostgreSQL · db${at}.internal:5432`,
        {
          user: "a".repeat(80),
          via: "ssh://anna@bastion.example.com:22,ssh://anna@inner.example.com:22",
        },
      ),
  ),
});

/** The import from other programs, from the first look to Undo. */
export const importScenes: readonly Scene[] = [
  { ...base, name: "import" },
  {
    ...base,
    name: "import-loading",
    pages: { dispatch: () => new Promise(() => {}) },
    act: async (tab) => {
      await submit(tab);
      await tab.until("document.querySelector('.skeleton')");
    },
  },
  { ...base, name: "import-found", pages: computer(FOUND), act: look },
  { ...base, name: "import-plan", pages: computer(FOUND), act: preview },
  { ...base, name: "import-done", pages: computer(FOUND), act: write },
  {
    ...base,
    name: "import-locked",
    pages: computer(FOUND, ["the password of Orders was not stored: The keychain is locked"]),
    act: write,
  },
  {
    ...base,
    name: "import-left",
    pages: computer(FOUND, [], [
      "The passwords of Orders, Billing could not be taken out of the keychain: The keychain is locked",
    ]),
    act: async (tab) => {
      await write(tab);
      await tab.until("document.activeElement.innerText === 'Undo'");
      await tab.press("Enter");
      await tab.until("document.querySelector('.notice.caution')");
    },
  },
  { ...base, name: "import-none", pages: computer(NONE), act: look },
  {
    ...base,
    name: "import-failed",
    pages: {
      dispatch: () =>
        Promise.resolve({
          ok: false,
          error: "Kedge failed at “findImports”.",
          hint: "The log file says more.",
        }),
    },
    act: async (tab) => {
      await submit(tab);
      await tab.until("document.querySelector('.notice.danger')");
    },
  },
  { ...base, name: "import-long", pages: computer([many, ...FOUND]), act: look },
];
