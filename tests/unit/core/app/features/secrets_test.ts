import { accountNumber } from "../../../../../src/core/accounts/words.ts";
import { deepEqual, equal, match } from "node:assert/strict";
import { listsOf } from "../../../../../src/core/app/features/resources/list_of.ts";
import type { Resources } from "../../../../../src/core/app/features/resources/resources.ts";
import type { RowSource } from "../../../../../src/core/resources/rows.ts";
import { secretsBy, secretsKind } from "../../../../../src/core/resources/kinds/secrets/mod.ts";
import { servicesKind } from "../../../../../src/core/resources/kinds/services/mod.ts";
import { copiesInOrder } from "../../../../../src/core/app/features/credentials/credentials.ts";
import { createSecrets } from "../../../../../src/core/app/features/resources/secrets.ts";
import { CloudError } from "../../../../../src/core/aws/errors.ts";
import * as tools from "../../../../../src/core/aws/resources/mod.ts";
import type { SecretRow } from "../../../../../src/core/aws/resources/secrets.ts";
import { Secret } from "../../../../../src/core/secret.ts";
import { listed, resourcesAt } from "../../../../support/cloud/resources.ts";
import { account } from "../../../../support/pages/state.ts";
import { NOWHERE } from "../../../../support/systems.ts";
import { credentialServices, listBase, placeIn, roleWork, store as storeOf } from "../fixtures.ts";
import { rowsOf } from "../../../../support/pages/resources.ts";

const ID = "123456789012";
const JSON_VALUE = '{"user": "app", "password": "s3cret"}';

function setup(
  value: string,
  { env = "dev", binary = false, version = "v1", named = true, late = Promise.resolve() } = {},
) {
  const did: string[] = [];
  const store = storeOf();
  const curated = [{ label: "Database", id: "shop/db" }];
  store.slice("accounts").update(
    () => [account(ID, { ...(named && { name: "shop" }), env, region: "eu-central-1", secrets: curated })],
  );
  const base = listBase({
    store,
    roleWork: { ...roleWork({ store }), target: ({ region }) => Promise.resolve(placeIn(region)) },
    now: () => 1000,
  });
  const kind = secretsBy(() =>
    Promise.resolve({
      async *secrets(): AsyncGenerator<SecretRow[]> {
        await Promise.resolve();
        yield [{ kind: "secret", name: "a" }, { kind: "secret", name: "shop/db", changedAt: 7 }];
      },
      async *secureParameters(): AsyncGenerator<SecretRow[]> {
        await Promise.resolve();
        yield [{ kind: "parameter", name: "/p" }];
      },
    })
  );
  const uses = createSecrets({
    ...base,
    list: listsOf(kind, base),
    toasts: { show: ({ title, message }) => void did.push(`toast ${title}: ${message}`) },
    tools: () =>
      Promise.resolve({
        ...tools,
        async readSecret(_: unknown, { id }) {
          if (id === "missing") {
            throw new CloudError(
              "reading the secret missing: it does not exist",
              "Check.",
              undefined,
              "missing",
            );
          }
          if (id === "late") await late;
          return { value: new Secret(value), kind: "secret", binary, version };
        },
        writeSecret: (_: unknown, kind, id, text) =>
          Promise.resolve(void did.push(`write ${kind} ${id} ${text}`)),
      }),
    beginCopy: copiesInOrder((secret) => {
      did.push(`copy ${secret.open()}`);
      return Promise.resolve({ ok: true, seconds: 45, marked: true });
    }),
  });
  return { uses, did, state: () => store.get() };
}

const DB = { account: ID, id: "shop/db" };

Deno.test("list() has the secrets of the configuration first, under their own names", async () => {
  const { uses } = setup("x");
  const list = uses.list({ account: ID });
  const end = list.rows("").subscribe(() => {});
  const names = async () => {
    const rows = await rowsOf(list.rows(""));
    return rows.map(({ label, name, changedAt }) => [label ?? "", name, changedAt ?? 0]);
  };
  while ((await names()).length < 3) await Promise.resolve();
  deepEqual(await names(), [["Database", "shop/db", 7], ["", "/p", 0], ["", "a", 0]]);
  end();
});

for (const kinds of [["secret", "parameter"], ["parameter", "secret"]] as const) {
  Deno.test(`list() gives the configured name to the secret and keeps the parameter of the same name when the ${kinds[0]} comes first`, () => {
    const secrets = [{ label: "Database", id: "/shop/db" }];
    const { arrange } = secretsKind.list({ perPage: () => 50, account: () => account(ID, { secrets }) });
    const rows = arrange(kinds.map((kind) => ({ kind, name: "/shop/db" })));
    deepEqual(rows.map(({ kind, label }) => [kind, label]), [["secret", "Database"], [
      "parameter",
      undefined,
    ]]);
  });
}

Deno.test("read() tells the keys and no value", async () => {
  const { uses } = setup(JSON_VALUE);
  const result = await uses.read(DB);
  deepEqual(result, {
    ok: true,
    value: { kind: "secret", binary: false, bytes: 37, keys: ["user", "password"], version: "v1" },
  });
});

const SHAPES: [value: string, binary: boolean, keys: string[] | null, bytes: number][] = [
  ["hunter2", false, null, 7],
  ["A=1\nB=2\n", false, ["A", "B"], 8],
  ["{broken", false, null, 7],
  ["AP8K", true, null, 3],
  ["{}", false, [], 2],
];
for (const [value, binary, keys, bytes] of SHAPES) {
  Deno.test(`read() tells what ${JSON.stringify(value)} is${binary ? " as bytes" : ""}`, async () => {
    const { value: shape } = await setup(value, { binary }).uses.read(DB) as {
      value: { keys: unknown; bytes: number };
    };
    deepEqual([shape.keys, shape.bytes], [keys, bytes]);
  });
}

const COPIES: [value: string, asked: object, copied: string][] = [
  [JSON_VALUE, { key: "password" }, "s3cret"],
  [JSON_VALUE, {}, JSON_VALUE],
  [JSON_VALUE, { form: "json" }, JSON_VALUE],
  [JSON_VALUE, { form: "env" }, "user=app\npassword=s3cret\n"],
  ["A=1\n", { form: "json" }, '{\n  "A": "1"\n}'],
  ["text", {}, "text"],
];
for (const [value, asked, copied] of COPIES) {
  Deno.test(`copy() of ${JSON.stringify(value)} with ${JSON.stringify(asked)}`, async () => {
    const { uses, did } = setup(value);
    deepEqual(await uses.copy({ ...DB, ...asked, quiet: true }), {
      ok: true,
      value: { seconds: 45, marked: true },
    });
    deepEqual(did, [`copy ${copied}`]);
  });
}

Deno.test("copy() from where nothing shows it says so, and names no value", async () => {
  const { uses, did, state } = setup(JSON_VALUE);
  await uses.copy({ ...DB, key: "password" });
  equal(did[1], "toast password copied: shop/db. The clipboard is cleared in 45 s.");
  equal(JSON.stringify(state()).includes("s3cret"), false);
});

Deno.test("copy() of a secret that AWS gives late leaves what was copied since", async () => {
  const given = Promise.withResolvers<void>();
  const { uses, did } = setup(JSON_VALUE, { late: given.promise });
  const older = uses.copy({ ...DB, id: "late", key: "user", quiet: true });
  await uses.copy({ ...DB, key: "password", quiet: true });
  given.resolve();
  deepEqual(await older, { ok: false, error: "Something else was copied since.", hint: "Copy it again." });
  deepEqual(did, ["copy s3cret"]);
});

const REFUSED: [
  name: string,
  value: string,
  act: (uses: ReturnType<typeof setup>["uses"]) => unknown,
  says: RegExp,
][] = [
  [
    "copy() of a key that is gone",
    JSON_VALUE,
    (uses) => uses.copy({ ...DB, key: "none" }),
    /no key “none” any more/,
  ],
  [
    "copy() of keys that are one name as .env",
    '{"A-B": "1", "A_B": "2"}',
    (uses) => uses.copy({ ...DB, form: "env" }),
    /“A-B” and “A_B” would be one name/,
  ],
  [
    "copy() of what a loader follows as .env",
    '{"LD_PRELOAD": "/tmp/x.so"}',
    (uses) => uses.copy({ ...DB, form: "env" }),
    /LD_PRELOAD, by which programs choose what they run/,
  ],
  ["copy() of a text as .env", "text", (uses) => uses.copy({ ...DB, form: "env" }), /has no keys/],
  ["show() of a key of a text", "text", (uses) => uses.show({ ...DB, key: "a" }), /no key “a”/],
  ["read() of what is not there", "", (uses) => uses.read({ ...DB, id: "missing" }), /does not exist/],
  [
    "write() of fields that the text has not",
    "text",
    (uses) => uses.write(DB, { set: new Map([["a", "b"]]), remove: [] }, undefined),
    /cannot be changed one by one/,
  ],
  [
    "write() of a name that lines cannot have",
    "A=1\n",
    (uses) => uses.write(DB, { set: new Map([["my key", "b"]]), remove: [] }, undefined),
    /would have no keys any more/,
  ],
  [
    "write() over a version that nobody has seen",
    JSON_VALUE,
    (uses) => uses.write({ ...DB, version: "v0" }, { text: "x" }, undefined),
    /was changed since you read it/,
  ],
];
for (const [name, value, act, says] of REFUSED) {
  Deno.test(`${name} is refused`, async () => {
    const { uses, did } = setup(value);
    const result = await act(uses) as { ok: boolean; error: string };
    equal(result.ok, false);
    match(result.error, says);
    deepEqual(did, []);
  });
}

Deno.test("write() in production wants the account's name typed", async () => {
  const { uses, did } = setup(JSON_VALUE, { env: "prd" });
  const change = { set: new Map([["password", "new"]]), remove: [] };
  for (const typed of [undefined, "", "Shop", ID]) {
    equal((await uses.write({ ...DB, version: "v1" }, change, typed)).ok, false);
  }
  deepEqual(did, []);
  deepEqual(await uses.write({ ...DB, version: "v1" }, change, "shop"), {
    ok: true,
    value: { added: [], changed: ["password"], removed: [], same: 1, replaced: false },
  });
  deepEqual(did, ['write secret shop/db {"user": "app", "password": "new"}']);
});

Deno.test("write() in production wants the number, with its spaces or without, where the account has no name", async () => {
  const { uses } = setup(JSON_VALUE, { env: "prd", named: false });
  const change = { set: new Map([["password", "new"]]), remove: [] };
  for (const [typed, ok] of [["1".repeat(12), false], [accountNumber(ID), true], [ID, true]] as const) {
    equal((await uses.write({ ...DB, version: "v1" }, change, typed)).ok, ok);
  }
});

Deno.test("compare() tells the difference of keys and writes nothing", async () => {
  const { uses, did } = setup(JSON_VALUE, { env: "prd" });
  const result = await uses.compare(DB, { set: new Map([["host", "h"]]), remove: ["user"] });
  deepEqual(result, {
    ok: true,
    value: { added: ["host"], changed: [], removed: ["user"], same: 1, replaced: false },
  });
  deepEqual(did, []);
});

/**
 * Returns resources whose AWS records the requested regions and denies access, and `move`, which
 * changes the account's region.
 */
function movingAccount() {
  const asked: string[] = [];
  const cloud: ReturnType<typeof credentialServices>["cloud"] = async (config) => ({
    ...await credentialServices().cloud(config),
    credentials({ region }) {
      asked.push(region);
      return Promise.reject(new CloudError("access is denied", undefined, undefined, "denied"));
    },
  });
  const { resources, store } = resourcesAt(
    "http://127.0.0.1:9",
    NOWHERE,
    [account(ID, { region: "eu-central-1" })],
    { credentials: { cloud } },
  );
  const move = () => store.slice("accounts").update(() => [account(ID, { region: "us-east-1" })]);
  return { asked, resources, move };
}

Deno.test("list() names the region that it asks in when the account gets another one", async () => {
  const { asked, resources, move } = movingAccount();
  const first = resources.list(secretsKind, { account: ID });
  await listed(first);
  move();
  for (
    const [list, region] of [[first, "eu-central-1"], [
      resources.list(secretsKind, { account: ID }),
      "us-east-1",
    ]] as const
  ) {
    asked.length = 0;
    list.refresh();
    equal((await listed(list)).region, region);
    deepEqual([...new Set(asked)], [region]);
  }
});

for (
  const [what, sourceOf] of [
    ["detail() of a secret", ({ secrets }) => secrets.detail({ account: ID, kind: "secret", id: "a" })],
    ["around() of a line", ({ logs }) => logs.around({ account: ID, group: "g", stream: "s", at: 1 })],
  ] satisfies [string, (resources: Resources) => RowSource<unknown>][]
) {
  Deno.test(`${what} stays in its region when the account gets another one`, async () => {
    const { asked, resources, move } = movingAccount();
    const source = sourceOf(resources);
    move();
    await source.read(0, 1, new AbortController().signal);
    deepEqual(asked, ["eu-central-1"]);
  });
}

/** Runs `work` with an AWS that denies all. `asked` records roles; `use` sets the last one. */
async function withRoles(
  work: (at: { resources: Resources; asked: string[]; use(role: string): void }) => Promise<void>,
): Promise<void> {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => new Response('{"__type":"AccessDeniedException"}', { status: 403 }),
  );
  const asked: string[] = [];
  let last: string | undefined;
  const cloud: ReturnType<typeof credentialServices>["cloud"] = async (config) => {
    const found = await credentialServices().cloud(config);
    const { credentials } = found;
    return { ...found, credentials: (where, signal) => (asked.push(where.role), credentials(where, signal)) };
  };
  const { resources } = resourcesAt(`http://127.0.0.1:${server.addr.port}`, NOWHERE, [account(ID)], {
    credentials: { cloud, lastRole: () => Promise.resolve(last) },
  });
  try {
    await work({ resources, asked, use: (role) => void (last = role) });
  } finally {
    await resources.close();
    await server.shutdown();
  }
}

const SERVICE = { account: ID, cluster: "shop", service: "web" };
const secretDetail = ({ secrets }: Resources) => secrets.detail({ account: ID, kind: "secret", id: "a" });
const around = ({ logs }: Resources) => logs.around({ account: ID, group: "g", stream: "s", at: 1 });

for (
  const [what, sourceOf, used, roles] of [
    ["detail() of a secret", secretDetail, ["Admin", "ReadOnly"], ["Admin", "Admin"]],
    ["around() of a line", around, ["Admin", "ReadOnly"], ["Admin", "Admin"]],
    ["detail() begun with the user's own keys", secretDetail, ["", "Admin", "ReadOnly"], [
      "",
      "Admin",
      "Admin",
    ]],
  ] satisfies [string, (resources: Resources) => RowSource<unknown>, string[], string[]][]
) {
  Deno.test(`${what} stays in its role when another one is used`, () =>
    withRoles(async ({ resources, asked, use }) => {
      const source = sourceOf(resources);
      for (const role of used) {
        use(role);
        await source.read(0, 1, new AbortController().signal);
      }
      deepEqual(asked, roles);
    }));
}

const secretsList = ({ list }: Resources) => listed(list(secretsKind, { account: ID }));
const servicesList = ({ list }: Resources) => listed(list(servicesKind, { account: ID }));

Deno.test("detail() beside a list of the user's own keys follows a sign-in", () =>
  withRoles(async ({ resources, asked, use }) => {
    use("");
    equal((await secretsList(resources)).role, "");
    const source = secretDetail(resources);
    asked.length = 0;
    for (const role of ["", "Admin", "ReadOnly"]) {
      use(role);
      await source.read(0, 1, new AbortController().signal);
    }
    deepEqual(asked, ["", "Admin", "Admin"]);
  }));

for (
  const [what, listOf, sourceOf] of [
    ["detail() of a secret", secretsList, secretDetail],
    ["detail() of a service", servicesList, ({ services }) => services.detail(SERVICE)],
    ["cluster()", servicesList, ({ services }) => services.cluster(SERVICE)],
  ] satisfies [string, typeof secretsList, (resources: Resources) => RowSource<unknown>][]
) {
  Deno.test(`${what} is asked in the role of the list when another one was used since`, () =>
    withRoles(async ({ resources, asked, use }) => {
      use("Admin");
      equal((await listOf(resources)).role, "Admin");
      use("ReadOnly");
      asked.length = 0;
      const source = sourceOf(resources);
      const end = source.subscribe(() => {});
      await source.read(0, 1, new AbortController().signal);
      end();
      deepEqual([...new Set(asked)], ["Admin"]);
    }));
}
