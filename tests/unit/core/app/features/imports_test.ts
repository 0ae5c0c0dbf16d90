import { deepEqual, equal, match } from "node:assert/strict";
import {
  createImports,
  type FoundSource,
  type ImportPlan,
  type ImportResult,
} from "../../../../../src/core/app/features/imports/imports.ts";
import type { CommandResult } from "../../../../../src/core/result.ts";
import { createSettings, type Undone } from "../../../../../src/core/app/features/settings/settings.ts";
import { parseConfig } from "../../../../../src/core/config/mod.ts";
import { editConfigText } from "../../../../../src/core/config/edit.ts";
import type { FoundServer } from "../../../../../src/core/import/found.ts";
import type { LookedAt } from "../../../../../src/core/import/mod.ts";
import { Secret } from "../../../../../src/core/secret.ts";
import { keychainItem, loginSecret, parseLogin } from "../../../../../src/core/sql/login/login.ts";
import type { AppState, WindowState } from "../../../../../src/core/state/state.ts";
import { memoryKeychain } from "../../../../support/memory_keychain.ts";
import { emptyState } from "../../../../support/pages/state.ts";

const PASSWORD = `planted-${crypto.randomUUID()}`;
const orders: FoundServer = {
  ...{ name: "Orders", engine: "postgres", host: "db", port: 5432, database: "d" },
  ...{ user: "anna", password: new Secret(PASSWORD) },
};
const looked = (id: LookedAt["id"], parts: Partial<LookedAt> = {}): LookedAt => ({
  ...{ id, title: id, files: [`/home/anna/.${id}`], servers: [], accounts: [], left: [], remarks: [] },
  ...parts,
});
const portal = (name: string) => ({ startUrl: `https://${name}.awsapps.com/start`, region: "eu-west-1" });
const account = { accountId: "123456789012", region: "eu-west-1" };
const LOOKED: readonly LookedAt[] = [
  looked("dbeaver", { servers: [orders], left: [{ name: "x\n\u202ey", why: "it has no host" }] }),
  looked("pgpass", { servers: [{ ...orders, name: "d at db" }] }),
  looked("datagrip", {
    servers: [
      { name: "Till", engine: "mysql", host: "till", port: 3306, user: "ben" },
      { name: "Stock", engine: "mysql", host: "stock", port: 3306 },
    ],
  }),
  looked("granted", { portal: portal("a"), accounts: [account] }),
  looked("leapp", { portal: portal("b"), accounts: [account] }),
];

/**
 * Creates an import into a config.json with this text, with a keychain and an undo for its changes.
 */
function imported(text: string) {
  const items = new Map<string, Secret>();
  const keychain = memoryKeychain(items);
  const window = { id: "w", page: "import", params: {} } as unknown as WindowState;
  const stateOf = (windows: readonly WindowState[]): AppState => {
    const base = emptyState({ windows });
    return { ...base, config: { ...base.config, status: "loaded", document: parseConfig(text).document! } };
  };
  let state = stateOf([window]);
  const disk = { full: false };
  const listeners = new Set<(state: AppState, before: AppState) => void>();
  const show = (next: AppState) => {
    const before = state;
    state = next;
    for (const listener of listeners) listener(state, before);
  };
  const store = {
    get: () => state,
    subscribe: (listener: (state: AppState, before: AppState) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    slices: { inAwsFiles: { get: () => "", update: () => {} } },
  };
  const change = (next: string) => {
    text = next;
    show(stateOf(state.windows));
  };
  const undos: boolean[] = [];
  const settings = createSettings(store as never, {
    showUndo: (canUndo) => void undos.push(canUndo),
    expectNames: () => {},
  }, {
    editConfig(edits) {
      const before = text;
      const edited = editConfigText(text, edits);
      if (!edited.ok) return Promise.resolve(edited);
      change(edited.text);
      return Promise.resolve({
        ok: true,
        undo() {
          if (disk.full) return Promise.resolve({ ok: false, error: "the disk is full" });
          change(before);
          return Promise.resolve({ ok: true, undo: () => Promise.reject() });
        },
      });
    },
    seen: () => Promise.resolve(),
    readAws: () => Promise.reject(new Error("not asked")),
    openConfig: () => Promise.reject(new Error("not asked")),
  });
  const expected: (readonly [server: string, user: string])[] = [];
  /** Settles when the files of other programs have been read. */
  const search = { read: Promise.resolve() };
  const imports = createImports(store as never, settings.editAll, {
    lookForImports: () => search.read.then(() => LOOKED),
    keychain,
    expect: (server, user) => void expected.push([server, user]),
  });
  return {
    ...{ expected, imports, items, keychain, settings, change, disk, undos, search },
    text: () => text,
    close: () => show(stateOf([])),
    async bring(...chosen: string[]) {
      await imports.find();
      const { digest } = value<ImportPlan>(imports.plan(chosen));
      return await imports.write(chosen, digest);
    },
  };
}

function value<T>(result: CommandResult): T {
  equal(result.ok, true, JSON.stringify(result));
  return (result as { value: T }).value;
}
const passwordOf = (items: ReadonlyMap<string, Secret>, server: string) =>
  parseLogin(items.get(keychainItem(server).account) ?? new Secret(""))?.password.open();
const SERVER = "dbeaver/server/0";

const WHYS: readonly (readonly [what: string, text: string, whys: Readonly<Record<string, string>>])[] = [
  ["what is new, each thing once", "{}", {
    [SERVER]: "",
    "pgpass/server/0": "it is there as “Orders”",
    "datagrip/server/0": "",
    "datagrip/server/1": "",
    "granted/portal/0": "",
    "granted/account/0": "",
    "leapp/portal/0": "config.json has one portal",
    "leapp/account/0": "it is there",
  }],
  [
    "what is there already",
    `{"ssoStartUrl": "https://c.awsapps.com/start", "ssoRegion": "eu-west-1",
      "accounts": [{"accountId": "123456789012", "region": "eu-west-1"}],
      "servers": [{"name": "Mine", "engine": "postgres", "host": "DB", "port": 5432, "database": "d"}]}`,
    {
      [SERVER]: "it is there as “Mine”",
      "pgpass/server/0": "it is there as “Mine”",
      "datagrip/server/0": "",
      "datagrip/server/1": "",
      "granted/portal/0": "config.json has one portal",
      "granted/account/0": "it is there",
      "leapp/portal/0": "config.json has one portal",
      "leapp/account/0": "it is there",
    },
  ],
];
for (const [what, text, whys] of WHYS) {
  Deno.test(`find() of imports tells ${what}`, async () => {
    const sources: readonly FoundSource[] = await imported(text).imports.find();
    deepEqual(
      Object.fromEntries(sources.flatMap(({ things }) => things).map(({ id, why }) => [id, why])),
      whys,
    );
    // The page gets no password, and no character that would change how a name is drawn.
    equal(JSON.stringify(sources).includes(PASSWORD), false);
    equal(/[\n\u202e]/.test(sources[0]!.left[0]!.name), false);
  });
}

Deno.test("plan() of imports shows what config.json would get, and no login", async () => {
  const { imports } = imported("{}");
  await imports.find();
  const plan = value<ImportPlan>(imports.plan([SERVER, "pgpass/server/0", "granted/portal/0"]));
  deepEqual(JSON.parse(plan.added), {
    ssoStartUrl: "https://a.awsapps.com/start",
    ssoRegion: "eu-west-1",
    servers: [{ name: "Orders", engine: "postgres", host: "db", port: 5432, database: "d" }],
  });
  deepEqual([plan.words, plan.passwords], ["1 server and the portal https://a.awsapps.com/start", 1]);
  deepEqual(plan.known, [{ name: "d at db", why: "it is there as “Orders”" }]);
});

Deno.test("find() of imports keeps nothing when its window is closed during the search", async () => {
  const { imports, search, close } = imported("{}");
  const { promise, resolve } = Promise.withResolvers<void>();
  search.read = promise;
  const found = imports.find();
  close();
  resolve();
  await found;
  equal(imports.plan([SERVER]).ok, false);
});

Deno.test("write() of imports brings entries into the file and passwords into the keychain, undo() takes both back", async () => {
  const { imports, items, text, bring } = imported('{"perPage": 50}');
  deepEqual(value<ImportResult>(await bring(SERVER)), { words: "1 server", passwords: 1, failed: [] });
  equal(text().includes('"Orders"'), true);
  equal(text().includes(PASSWORD), false);
  equal(passwordOf(items, "Orders"), PASSWORD);
  equal((await imports.undo()).ok, true);
  deepEqual([text(), items.size], ['{"perPage": 50}', 0]);
  equal((await imports.undo()).ok, false);
});

Deno.test("write() of imports keeps the users of servers for the questions about their passwords", async () => {
  const { expected, bring } = imported('{"servers": [{"name": "Till", "engine": "mysql", "host": "other"}]}');
  value(await bring(SERVER, "datagrip/server/0", "datagrip/server/1"));
  deepEqual(expected, [["Orders", "anna"], ["Till 2", "ben"]]);
});

Deno.test("undo() of imports can be tried again after it was refused", async () => {
  const { imports, items, text, bring, disk } = imported('{"perPage": 50}');
  await bring(SERVER);
  disk.full = true;
  deepEqual(await imports.undo(), { ok: false, error: "the disk is full" });
  disk.full = false;
  equal((await imports.undo()).ok, true);
  deepEqual([text(), items.size], ['{"perPage": 50}', 0]);
});

const LOCKED = { status: "locked", message: "The keychain is locked", hint: "Unlock it." } as const;
for (const by of ["imports", "settings"] as const) {
  Deno.test(`undo() of ${by} takes an import out of the file, and tells its passwords, when the keychain fails`, async () => {
    const { keychain, undos, text, bring, ...stage } = imported('{"perPage": 50}');
    await bring(SERVER);
    keychain.state = LOCKED;
    deepEqual(value<Undone>(await stage[by].undo()), {
      field: "servers",
      left: ["The password of Orders could not be taken out of the keychain: The keychain is locked"],
    });
    deepEqual([text(), undos.at(-1)], ['{"perPage": 50}', false]);
    equal((await stage.imports.undo()).ok, false);
  });
}

Deno.test("undo() of imports lets the user unlock the keychain", async () => {
  const { keychain, imports, items, bring } = imported("{}");
  await bring(SERVER);
  keychain.state = LOCKED;
  keychain.unlock = () => Promise.resolve(keychain.state = { status: "ready" });
  deepEqual(value<Undone>(await imports.undo()).left, []);
  equal(items.size, 0);
});

Deno.test("undo() of settings takes passwords of an import out that are still to be stored", async () => {
  const { keychain, settings, items, text, bring } = imported('{"perPage": 50}');
  const asked = Promise.withResolvers<void>(), answered = Promise.withResolvers<void>();
  keychain.state = LOCKED;
  keychain.unlock = async () => {
    asked.resolve();
    await answered.promise;
    return keychain.state = { status: "ready" };
  };
  const written = bring(SERVER);
  await asked.promise;
  const undone = settings.undo();
  answered.resolve();
  equal((await written).ok, true);
  deepEqual(value<Undone>(await undone).left, []);
  deepEqual([text(), items.size], ['{"perPage": 50}', 0]);
});

Deno.test("Undo in Settings takes the passwords of an import back as well", async () => {
  const { imports, items, settings, bring } = imported("{}");
  await bring(SERVER);
  equal((await settings.undo()).ok, true);
  equal(items.size, 0);
  // The undo in Settings has used up that step, so the page's own Undo finds none.
  equal((await imports.undo()).ok, false);
});

Deno.test("undo() of imports leaves what the keychain had before, and what was changed since", async () => {
  const before = loginSecret({ user: "old", password: new Secret("old") }, "db");
  const { account } = keychainItem("Orders");
  const first = imported("{}");
  first.items.set(account, before);
  await first.bring(SERVER);
  await first.imports.undo();
  equal(first.items.get(account), before);
  const second = imported("{}");
  await second.bring(SERVER);
  second.items.set(account, before);
  await second.imports.undo();
  equal(second.items.get(account), before);
});

Deno.test("write() of imports tells passwords that the keychain does not take, and the entries are there", async () => {
  const { keychain, text, bring } = imported("{}");
  keychain.state = { status: "absent", message: "There is no keychain", hint: "Install one." };
  const { passwords, failed } = value<ImportResult>(await bring(SERVER));
  deepEqual([passwords, failed], [0, ["the password of Orders was not stored: There is no keychain"]]);
  equal(text().includes('"Orders"'), true);
});

const REFUSED: readonly (readonly [
  what: string,
  says: RegExp,
  meanwhile: (stage: ReturnType<typeof imported>) => void,
  chosen?: string,
])[] = [
  [
    "the file has got the same server since",
    /was changed since/,
    ({ change }) =>
      change(
        '{"servers": [{"name": "M", "engine": "postgres", "host": "db", "port": 5432, "database": "d"}]}',
      ),
  ],
  [
    "servers is something else",
    /"servers" in the file is not a list/,
    ({ change }) => change('{"servers": {"name": "mine"}}'),
  ],
  ["the window was closed, and with it what was found is forgotten", /not known/, ({ close }) => close()],
  ["what was chosen is none", /not known/, () => {}, "pgpass/server/99"],
];
for (const [what, says, meanwhile, chosen = SERVER] of REFUSED) {
  Deno.test(`write() of imports writes nothing when ${what}`, async () => {
    const stage = imported("{}");
    await stage.imports.find();
    const { digest } = value<ImportPlan>(stage.imports.plan([SERVER]));
    meanwhile(stage);
    const before = stage.text();
    const result = await stage.imports.write([chosen], digest);
    match(result.ok ? "" : result.error, says);
    deepEqual([stage.text(), stage.items.size], [before, 0]);
  });
}
