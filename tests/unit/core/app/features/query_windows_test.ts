import assert from "node:assert/strict";
import { createQueryWindows } from "../../../../../src/core/app/features/query_windows/query_windows.ts";
import { createConfiguration } from "../../../../../src/core/app/features/settings/configuration.ts";
import { createDialogs } from "../../../../../src/core/app/features/dialogs/dialogs.ts";
import { createWindows } from "../../../../../src/core/app/windows.ts";
import type { Server } from "../../../../../src/core/config/config.ts";
import { Secret } from "../../../../../src/core/secret.ts";
import type {
  QueryTexts,
  QueryWindow,
  ServerCatalog,
  Tab,
} from "../../../../../src/core/sql/query_window/types.ts";
import type { FoundServer } from "../../../../../src/core/sql/found.ts";
import type { AskLogin, GivenLogin } from "../../../../../src/core/sql/login/mod.ts";
import type { HoldState, QueryWindowState } from "../../../../../src/core/state/query_window.ts";
import { PAGES } from "../../../../../src/pages/registry.ts";
import { fixedRows } from "../../../../../src/core/resources/rows.ts";
import { rowsOf } from "../../../../support/pages/resources.ts";
import { account } from "../../../../support/pages/state.ts";
import { config, store as storeOf, unexpected, until } from "../fixtures.ts";

const shop: Server = { name: "shop", engine: "postgres", host: "db", port: 5432, tls: false };
const ID = "111122223333";
const signal = new AbortController().signal;
const flush = () => new Promise((resolve) => setTimeout(resolve, 0));

const hold = (result: string): HoldState => ({
  result,
  title: "delete from t",
  verb: "delete",
  affected: 2,
  everyRow: true,
  until: 60_000,
  sample: null,
  deciding: false,
});

/** Creates query windows over stand-ins that only record the calls they get. */
function setup(servers: readonly Server[] = []) {
  const did: string[] = [];
  const store = storeOf({ servers });
  const slices = { config: store.slice("config"), accounts: store.slice("accounts") };
  const configuration = createConfiguration(store);
  const configure = (...servers: Server[]) =>
    configuration.apply({ status: "loaded", config: config({ servers }), diagnostics: [] });
  configure(...servers);
  const windows = createWindows(store, PAGES);
  const dialogs = createDialogs(store, windows, () => null, () => 0);
  /** Answers a request for a server's environment; the first request comes first. */
  const asked: ((env: string | null) => void)[] = [];
  const askedOf: string[] = [];
  /** Why changed rows in the tab cannot be written; empty when nothing is unwritten. */
  const unwritten: { readonly error: string }[] = [];
  const logins: AskLogin<Server>[] = [];
  /**
   * Reports that a window's texts cannot be written to their file, one function for each window.
   */
  const faults: ((why: string | null) => void)[] = [];
  const made: { queryWindow: QueryWindow; change(state: Partial<QueryWindowState>): void }[] = [];
  let written: Promise<void> = Promise.resolve();
  let loginChanged = (_server: string) => {};
  const queryWindows = createQueryWindows({
    store,
    onLogin: (listener) => void (loginChanged = listener),
    windows,
    dialogs,
    now: () => 0,
    onError: unexpected,
    environments: {
      of: (name) => (askedOf.push(name), new Promise((resolve) => void asked.push(resolve))),
    },
    login: ({ name }) => {
      did.push(`login of ${name}`);
      return Promise.resolve(typed(`typed ${did.length}`));
    },
    pastQueries: (servers) =>
      Promise.resolve(servers.map(({ name }) => ({ id: name, server: name, title: "x", at: 1 }))),
    tables: { readTables: () => Promise.resolve(null), writeTables: () => Promise.resolve() },
    renameQueries: (from, to) => Promise.resolve(void did.push(`rename ${from} to ${to}`)),
    assistant: () => Promise.reject(new Error("not asked")),
    openPath: () => Promise.resolve({ ok: true }),
    sql: () =>
      Promise.resolve({
        openTexts({ name }, onFault) {
          faults.push(onFault);
          did.push(`read ${name}`);
          return Promise.resolve({ flush: () => written } as unknown as QueryTexts);
        },
        createQueryWindow({ server, login, changed }) {
          logins.push(login);
          let state = {
            server: server.name,
            env: null,
            tabs: [{
              id: "tab",
              title: "Query 1",
              writing: true,
              hold: null,
              transaction: null,
              results: [],
            }],
          } as unknown as QueryWindowState;
          const change = (next: Partial<QueryWindowState>) => changed(state = { ...state, ...next });
          const tab = {
            get state() {
              return state.tabs[0]!;
            },
            edits: { unwritten: () => unwritten },
            decide: (how: string, result: string) => (did.push(`${how} ${result}`), Promise.resolve(null)),
            write: (on: boolean) => (did.push(`write ${on}`), { ok: true }),
          } as unknown as Tab;
          const queryWindow = {
            get state() {
              return state;
            },
            tab: () => tab,
            text: () => "",
            past: () => [],
            setEnv: (env: string | null) => (did.push(`env ${env}`), change({ env })),
            setServer: ({ host }: Server) => void did.push(`server ${host}`),
            close: () => written,
          } as unknown as QueryWindow;
          made.push({ queryWindow, change });
          return queryWindow;
        },
        createCatalog({ host }) {
          did.push(`catalog ${host}`);
          return {
            rows: () => fixedRows([host]),
            close: () => Promise.resolve(void did.push("catalog closed")),
          } as unknown as ServerCatalog;
        },
        freeFile: () => Promise.resolve(""),
      }),
  });
  return {
    queryWindows,
    did,
    store,
    slices,
    configure,
    expectNames: configuration.expectNames,
    windows,
    dialogs,
    asked,
    askedOf,
    unwritten,
    logins,
    faults,
    made,
    loginChanged,
    writing: (promise: Promise<void>) => void (written = promise),
    closeWindow() {
      windows.closeWhere(({ page }) => page === "query");
      return queryWindows.closed("shop");
    },
  };
}

const typed = (user: string): GivenLogin => ({
  user,
  password: new Secret("s3cret"),
  keep: () => Promise.resolve(),
});

const found = (as: string, parts: Partial<FoundServer> = {}): FoundServer => ({
  server: { ...shop },
  env: () => "dev",
  origin: { name: "orders", account: "shop-dev", region: "eu-west-1" },
  as,
  login: () => Promise.resolve(typed(as)),
  ...parts,
});

for (
  const [name, second, told] of [
    ["by somebody else", found("reader"), ["catalog closed", "catalog db", "server db"]],
    [
      "at another address",
      found("admin", { server: { ...shop, host: "new" } }),
      ["catalog closed", "catalog new", "server new"],
    ],
    ["in the same way", found("admin"), []],
  ] as const
) {
  Deno.test(`openFound() leads an open window ${told.length > 0 ? "there, with what it shows of the server," : "nowhere else"} when the database is opened ${name}`, async () => {
    const { queryWindows, did } = setup();
    await queryWindows.openFound(found("admin"));
    did.length = 0;
    await queryWindows.openFound(second);
    await flush();
    assert.deepEqual(did.toSorted(), told);
  });
}

for (
  const [asks, expected] of [[true, ["reader", "reader"]], [undefined, [
    "reader",
    "reader",
    "reader",
  ]]] as const
) {
  Deno.test(`openFound() ${asks ? "asks once for all connections" : "asks for each connection"} when ${asks ? "the user gives the login" : "AWS does"}`, async () => {
    const { queryWindows, logins } = setup();
    const given: string[] = [];
    const login = () => (given.push("reader"), Promise.resolve(typed("reader")));
    const one = found("reader", { login, ...(asks ? { asks } : {}) });
    await queryWindows.openFound(one);
    await logins[0]!(shop, undefined, signal);
    if (!asks) await logins[0]!(shop, undefined, signal);
    // For the same user the known login is used again; another user is asked.
    await queryWindows.openFound(one);
    await logins[0]!(shop, undefined, new AbortController().signal);
    if (asks) {
      await queryWindows.openFound({ ...one, as: "other" });
      await logins[0]!(shop, undefined, signal);
    }
    assert.deepEqual(given, expected);
  });
}

for (
  const [what, change, told] of [
    ["what agents get", { agents: { hidden: ["t.s"] } }, []],
    ["its address", { host: "new" }, ["catalog closed", "catalog new", "server new"]],
  ] as const
) {
  Deno.test(`createQueryWindows() ${told.length > 0 ? "leads an open window there" : "leaves an open window as it is"} when config.json changes ${what}`, async () => {
    const { queryWindows, did, slices, asked } = setup([shop]);
    const opened = queryWindows.open("shop", {});
    await until(() => asked.length === 1);
    asked[0]!(null);
    await opened;
    const shown = queryWindows.lists.catalog("shop", "", [])!;
    did.length = 0;
    const changed = config({ servers: [{ ...shop, ...change }] });
    slices.config.update((before) => ({ ...before, value: changed }));
    await flush();
    assert.deepEqual(did.toSorted(), told);
    assert.deepEqual(await rowsOf(shown), [told.length > 0 ? "new" : "db"]);
  });
}

Deno.test("createQueryWindows() says in an open window that its server was renamed, and takes writing back in production", async () => {
  const { queryWindows, did, configure, asked, askedOf, store } = setup([shop]);
  const opened = queryWindows.open("shop", {});
  await until(() => asked.length === 1);
  asked[0]!("dev");
  await opened;
  const said = () => store.get().queryWindows[0]?.renamed;
  const rename = (name: string) => configure({ ...shop, name });
  did.length = 0;
  for (const name of ["store", "shop-production"]) {
    rename(name);
    assert.equal(said(), name);
  }
  asked.at(-1)!("prd");
  await until(() => did.includes("env prd"));
  assert.deepEqual(askedOf.slice(-2), ["store", "shop-production"]);
  assert.deepEqual(did.filter((one) => !one.startsWith("rename")), ["write false", "env prd"]);
  rename("shop");
  assert.equal(said(), undefined);
});

Deno.test("createQueryWindows() keeps the window of a production server one when another server takes its place in the file", async () => {
  const { queryWindows, did, configure, asked, store } = setup([shop]);
  const opened = queryWindows.open("shop", {});
  await until(() => asked.length === 1);
  asked[0]!("prd");
  await opened;
  const shown = () => [store.get().queryWindows[0]?.env, store.get().queryWindows[0]?.renamed];
  did.length = 0;
  configure({ ...shop, name: "nas", host: "nas" });
  asked.at(-1)!(null);
  await flush();
  assert.deepEqual([...shown(), ...did], ["prd", undefined]);
  // The file has it again, and says that it is none.
  configure(shop);
  asked.at(-1)!("dev");
  await until(() => did.includes("env dev"));
});

Deno.test("createQueryWindows() keeps the window of a production server one when a form gives the server another name and address", async () => {
  const { queryWindows, did, configure, expectNames, asked, store } = setup([shop]);
  const opened = queryWindows.open("shop", {});
  await until(() => asked.length === 1);
  asked[0]!("prd");
  await opened;
  did.length = 0;
  expectNames(new Map([["shop", "store"]]));
  configure({ ...shop, name: "store", host: "db2" });
  asked.at(-1)!("dev");
  await until(() => did.includes("rename shop to store"));
  await flush();
  // Its statements still go to the former address.
  assert.deepEqual(did, ["rename shop to store"]);
  const [state] = store.get().queryWindows;
  assert.deepEqual([state?.env, state?.renamed], ["prd", "store"]);
});

Deno.test("createQueryWindows() takes writing back from a found server when its account becomes production", async () => {
  const { queryWindows, did, slices, store } = setup();
  const env = () => store.get().accounts[0]?.env ?? "dev";
  await queryWindows.openFound(found("admin", { env }));
  did.length = 0;
  slices.accounts.update(() => [account(ID, { env: "prd" })]);
  await flush();
  assert.deepEqual(did, ["write false", "env prd"]);
});

Deno.test("createQueryWindows() keeps the newest environment when an older answer comes later", async () => {
  const { queryWindows, slices, asked, store } = setup([shop]);
  const opened = queryWindows.open("shop", {});
  await until(() => asked.length === 1);
  slices.config.update((before) => ({ ...before, value: config({ servers: [shop], perPage: 7 }) }));
  await until(() => asked.length === 2);
  asked[1]!("prd");
  await flush();
  asked[0]!("dev");
  await opened;
  assert.equal(store.get().queryWindows[0]?.env, "prd");
});

Deno.test("createQueryWindows() asks for the login of the next connection when the saved one has changed", async () => {
  const { queryWindows, did, logins, asked, loginChanged } = setup([shop]);
  const opened = queryWindows.open("shop", {});
  await until(() => asked.length === 1);
  asked[0]!(null);
  await opened;
  const connect = () => logins[0]!(shop, undefined, signal);
  const [first, again] = [await connect(), await connect()];
  assert.equal(first!.user, again!.user);
  loginChanged("shop");
  assert.notEqual((await connect())!.user, first!.user);
  assert.equal(did.filter((one) => one.startsWith("login")).length, 2);
});

Deno.test("createQueryWindows() says that texts are not kept until they are, whatever else changes", async () => {
  const { queryWindows, faults, made, store } = setup();
  const said = () => store.get().queryWindows[0]?.notSaved;
  await queryWindows.openFound(found("admin"));
  faults[0]!("the disk is full");
  assert.equal(said(), "the disk is full");
  made[0]!.change({ env: "stg" });
  assert.equal(said(), "the disk is full");
  faults[0]!(null);
  assert.equal(said(), undefined);
});

Deno.test("open() reads the texts of a server only when a window that was closed just now has written them", async () => {
  const { queryWindows, did, writing, closeWindow } = setup();
  await queryWindows.openFound(found("admin"));
  const written = Promise.withResolvers<void>();
  writing(written.promise);
  did.length = 0;
  const closed = closeWindow();
  await flush();
  const again = queryWindows.openFound(found("admin"));
  await flush();
  assert.deepEqual(did.filter((one) => one.startsWith("read")), []);
  written.resolve();
  await Promise.all([closed, again]);
  assert.deepEqual(did.filter((one) => one.startsWith("read")), ["read shop"]);
});

Deno.test("closed() asks no more when the write was decided in the window that was opened again", async () => {
  const { queryWindows, did, store, made, closeWindow, windows } = setup();
  await queryWindows.openFound(found("admin"));
  const [{ queryWindow, change }] = made as [typeof made[number]];
  const tabs = (
    result: string | null,
  ) => [{ ...queryWindow.state.tabs[0]!, hold: result ? hold(result) : null }];
  change({ tabs: tabs("first") });
  const closed = closeWindow();
  assert.equal(store.get().dialogs.length, 1);
  // Quitting asks about the same write.
  const decided = queryWindows.decided();
  assert.equal(store.get().dialogs.length, 2);
  windows.open("query", { server: "shop" });
  did.length = 0;
  // Another write is held now, so the answer about the first one must not decide it.
  change({ tabs: tabs("second") });
  assert.deepEqual(store.get().dialogs, []);
  await closed;
  await until(() => store.get().dialogs.length === 1);
  change({ tabs: tabs(null) });
  await decided;
  assert.deepEqual(did, ["rollback first", "rollback first", "rollback second"]);
  assert.equal(store.get().queryWindows.length, 1);
});

Deno.test("closed() asks about no changes of rows in a window that was opened again meanwhile", async () => {
  const { queryWindows, store, made, closeWindow, windows, unwritten } = setup();
  await queryWindows.openFound(found("admin"));
  const [{ queryWindow, change }] = made as [typeof made[number]];
  const [tab] = queryWindow.state.tabs;
  change({ tabs: [{ ...tab!, hold: hold("first") }] });
  unwritten.push({ error: "2 changes are not written." });
  const closed = closeWindow();
  windows.open("query", { server: "shop" });
  change({ tabs: [{ ...tab!, hold: null }] });
  await flush();
  assert.deepEqual(store.get().dialogs, []);
  await closed;
});

Deno.test("what was kept of a server goes with it when it is renamed, before its window opens", async () => {
  const { queryWindows, did, store, configure } = setup([shop]);
  await queryWindows.restorePast();
  configure({ ...shop, name: "store" });
  void queryWindows.open("store", {});
  await until(() => did.includes("read store"));
  assert.deepEqual(did.slice(0, 2), ["rename shop to store", "read store"]);
  assert.deepEqual(store.get().pastQueries.map(({ server }) => server), ["store"]);
});
