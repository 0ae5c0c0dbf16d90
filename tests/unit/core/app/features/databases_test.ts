import { deepEqual, equal, match } from "node:assert/strict";
import { listsOf } from "../../../../../src/core/app/features/resources/list_of.ts";
import { databasesBy } from "../../../../../src/core/resources/kinds/databases/mod.ts";
import { createDatabases } from "../../../../../src/core/app/features/resources/databases.ts";
import type { DatabaseRow } from "../../../../../src/core/aws/resources/databases.ts";
import type { Server } from "../../../../../src/core/config/config.ts";
import type { FoundServer } from "../../../../../src/core/sql/found.ts";
import { Secret } from "../../../../../src/core/secret.ts";
import { databaseKey } from "../../../../../src/core/state/database_logins.ts";
import { type WayCode, WayError } from "../../../../../src/core/ways/way.ts";
import { account } from "../../../../support/pages/state.ts";
import { listBase, placeIn, store as storeOf, until } from "../fixtures.ts";

const ID = "123456789012";
const { signal } = new AbortController();

const SECRET = "arn:aws:secretsmanager:eu-central-1:123456789012:secret:x";

/** Returns a public, available database that accepts IAM logins, changed by `more`. */
const row = (
  kind: DatabaseRow["kind"],
  id: string,
  engine: DatabaseRow["engine"],
  more: Partial<DatabaseRow> = {},
): DatabaseRow => ({ kind, id, engine, status: "available", iam: true, public: true, ...more });

const ROWS: readonly DatabaseRow[] = [
  row("aurora", "orders", "aurora-postgresql", {
    host: "w.example.com",
    readerHost: "r.example.com",
    port: 5432,
    database: "shop",
    public: false,
    groups: ["sg-1"],
    secretArn: SECRET,
  }),
  row("rds", "plain", "mysql", { host: "p.example.com", port: 3306, iam: false }),
  row("rds", "stopped", "mariadb", { status: "stopped", host: "s.example.com", port: 3306 }),
  row("rds", "young", "postgres", { status: "creating", public: false }),
  row("redshift", "facts", "redshift", { host: "f.example.com", port: 5439 }),
  row("redshift-serverless", "group", "redshift", { host: "g.example.com", port: 5439 }),
  row("redshift-serverless", "analytics", "redshift", { host: "a.example.com", port: 5439 }),
  row("athena", "analytics", "athena", {
    status: "ENABLED",
    host: "athena.example.com",
    port: 443,
    iam: false,
  }),
];

/** Returns the short name of the EC2 instance that a way leads through. */
const endOf = (via: string) => /i-(\w)/.exec(via)?.[1] ?? via;

async function setup(
  reach: "silent" | "refused" | "unknown" | null = null,
  servers: readonly Server[] = [],
  ways: readonly string[] | { readonly hint: string } = { hint: "Exec is switched off." },
  /** Why a way fails, by the short name of its instance; "hangs" never answers. */
  closed: Readonly<Record<string, WayCode | "hangs">> = {},
) {
  const did: string[] = [], regions: (string | undefined)[] = [];
  const store = storeOf({ servers });
  store.slice("accounts").update(() => [account(ID, { name: "shop", env: "prd", region: "eu-central-1" })]);
  const found = new Map<string, FoundServer>();
  const answer = (user: string, password: string) =>
    Promise.resolve({ user, password: new Secret(password) });
  const base = listBase({
    store,
    targetOf({ region }) {
      regions.push(region);
      return () => Promise.resolve({ role: "Admin", at: placeIn("eu-central-1") });
    },
    now: () => 0,
  });
  const listing = (...rows: DatabaseRow[]) =>
    async function* () {
      yield await Promise.resolve(rows);
    };
  const kind = databasesBy(() =>
    Promise.resolve({ DATABASE_SOURCES: [listing(...ROWS), listing(), listing(), listing()] })
  );
  const uses = createDatabases({
    ...base,
    store,
    list: listsOf(kind, base),
    tools: () =>
      Promise.resolve({
        rdsToken: (_: unknown, { host, port, user }) =>
          Promise.resolve(new Secret(`token ${user}@${host}:${port}`)),
        redshiftLogin: (_: unknown, { id, user, database }) =>
          answer(`IAM:${user}`, `redshift ${id} ${database}`),
        serverlessLogin: (_: unknown, { id, database }) =>
          answer("IAMR:Admin", `serverless ${id} ${database}`),
        secretLogin: (_: unknown, id) => answer("app", `secret ${id}`),
      }),
    login: () => answer("typed", "password").then((login) => ({ ...login, keep: () => Promise.resolve() })),
    openFound(one) {
      found.set(one.server.name, one);
      did.push(`open ${one.server.name}`);
      return Promise.resolve({ ok: true });
    },
    openTunnel({ name, via }) {
      did.push(`tunnel ${name} ${via}`);
      return { ok: true };
    },
    editConfig: (
      { path, value },
    ) => (did.push(`${path.join(".")} ${JSON.stringify(value)}`), Promise.resolve({ ok: true })),
    windows: {
      open(page, params) {
        did.push(`window ${page} ${JSON.stringify(params)}`);
        return "w";
      },
    },
    wayFinder: {
      find: (
        _,
        { id },
      ) => (did.push(`way ${id}`),
        Promise.resolve(
          "hint" in ways ? ways : ways.map((via) => ({ via, name: endOf(via), why: "it fits" })),
        )),
      choose: (_, ways) => (did.push("choose"), Promise.resolve(ways.at(-1)?.via ?? null)),
      go(via, _to, _onStep, signal) {
        const end = endOf(via), why = closed[end];
        did.push(`go ${end} ${Object.values(store.get().databaseSteps)[0]?.step}`);
        if (signal.aborted) return Promise.resolve(new WayError("WAY_CANCELLED", "it was stopped"));
        if (why !== "hangs") return Promise.resolve(why ? new WayError(why, "no agent") : null);
        const { promise, resolve } = Promise.withResolvers<WayError>();
        signal.addEventListener("abort", () => resolve(new WayError("WAY_CANCELLED", "it was stopped")));
        return promise;
      },
    },
    reach: () => Promise.resolve(reach),
  });
  const list = uses.list({ account: ID, role: "Admin" });
  const end = list.rows("").subscribe(() => {});
  await until(() => list.find("rds plain") !== undefined);
  end();
  return { uses, did, regions, found, store, base };
}

const of = (kind: DatabaseRow["kind"], id: string) => ({ account: ID, role: "Admin", kind, id });

const ORDERS = of("aurora", "orders"), PLAIN = of("rds", "plain");
/** `KEY` is the key under which the way to `orders` is kept, `PAGE` the window that it opens. */
const KEY = databaseKey({ ...ORDERS, region: "eu-central-1" });
const PAGE = `window databases {"account":"${ID}","role":"Admin","database":"orders","kind":"aurora"}`;

type Way = Parameters<Awaited<ReturnType<typeof setup>>["uses"]["open"]>[1];
const MANAGED = { way: "managed" } as const, PASSWORD = { way: "password" } as const;
const iam = (user: string) => ({ way: "iam", user }) as const;
const secret = (id: string) => ({ way: "secret", secret: id }) as const;

const LOGINS: [
  name: string,
  asked: ReturnType<typeof of> & { reader?: boolean },
  way: Way,
  server: string,
  login: string,
][] = [
  ["a token for the writer", ORDERS, iam("ann"), "orders (shop)", "ann token ann@w.example.com:5432"],
  [
    "a token for the readers",
    { ...ORDERS, reader: true },
    iam("ann"),
    "orders readers (shop)",
    "ann token ann@r.example.com:5432",
  ],
  ["the managed secret", ORDERS, MANAGED, "orders (shop)", `app secret ${SECRET}`],
  ["a chosen secret", PLAIN, secret("mine"), "plain (shop)", "app secret mine"],
  ["a password", PLAIN, PASSWORD, "plain (shop)", "typed password"],
  [
    "Redshift's credentials",
    of("redshift", "facts"),
    iam("ann"),
    "facts (shop)",
    "IAM:ann redshift facts dev",
  ],
  [
    "a workgroup's credentials",
    of("redshift-serverless", "group"),
    iam(""),
    "group (shop)",
    "IAMR:Admin serverless group dev",
  ],
];
for (const [name, asked, way, server, login] of LOGINS) {
  Deno.test(`open() signs in with ${name}`, async () => {
    const { uses, did, found } = await setup();
    deepEqual(await uses.open(asked, way), { ok: true });
    deepEqual(did, [`open ${server}`]);
    const one = found.get(server)!;
    equal(one.env(), "prd");
    equal(one.server.tls, true);
    const given = await one.login(one.server, undefined, signal);
    equal(`${given?.user} ${given?.password.open()}`, login);
    // `again` signs in anew: a statement is stopped later, when the login may have expired.
    const later = await given?.again?.(signal);
    equal(later && `${later.user} ${later.password.open()}`, way?.way === "password" ? undefined : login);
    // A refused login is final, but for a password: the user may type another one.
    equal((await one.login(one.server, "refused", signal)) === null, way?.way !== "password");
  });
}

Deno.test("open() signs in where the database was opened, also when its account gets another region", async () => {
  const { uses, found, store, regions } = await setup();
  await uses.open(PLAIN, secret("mine"));
  store.slice("accounts").update(() => [account(ID, { name: "shop", region: "us-east-1" })]);
  const one = found.get("plain (shop)")!;
  await one.login(one.server, undefined, signal);
  equal(regions.at(-1), "eu-central-1");
});

Deno.test("open() tells who signs in, and who gives the login, each time that it opens a database", async () => {
  const { uses, found } = await setup();
  const seen: [as: string, asks: boolean][] = [];
  for (
    const [asked, way] of [
      [PLAIN, PASSWORD],
      [PLAIN, secret("mine")],
      [PLAIN, secret("other")],
      [{ ...PLAIN, role: "Reader" }, secret("other")],
      [PLAIN, PASSWORD],
    ] as const
  ) {
    await uses.open(asked, way);
    const { as, asks = false } = found.get("plain (shop)")!;
    seen.push([as, asks]);
  }
  deepEqual(seen.map(([, asks]) => asks), [true, false, false, false, true]);
  equal(new Set(seen.map(([as]) => as)).size, 4);
  deepEqual(seen[0], seen[4]);
});

Deno.test("open() goes the way that was gone last, for each database its own; without one its page opens", async () => {
  const { uses, did, found, store } = await setup();
  deepEqual(await uses.open(ORDERS, undefined), { ok: true });
  deepEqual(did.splice(0), [PAGE]);
  await uses.open(ORDERS, iam("ann"));
  await uses.open(PLAIN, secret("mine"));
  found.clear();
  await uses.open(ORDERS, undefined);
  const login = async (name: string) =>
    (await found.get(name)!.login(found.get(name)!.server, undefined, signal))!;
  equal((await login("orders (shop)")).password.open(), "token ann@w.example.com:5432");
  await uses.open(PLAIN, undefined);
  equal((await login("plain (shop)")).password.open(), "secret mine");
  deepEqual(store.get().databaseLogins, {
    [`${ID}/eu-central-1/rds/plain`]: secret("mine"),
    [`${ID}/eu-central-1/aurora/orders`]: iam("ann"),
  });
});

Deno.test("open() remembers no way of a database that could not be opened", async () => {
  const { uses, store } = await setup("silent");
  await uses.open(PLAIN, PASSWORD);
  deepEqual(store.get().databaseLogins, {});
});

Deno.test("restore() takes back what looks like ways, and nothing else", async () => {
  const { uses, store } = await setup();
  const key = `${ID}/eu-central-1/rds/plain`;
  uses.restore({ [key]: { way: "secret", secret: "mine", value: "x" }, other: MANAGED });
  deepEqual(store.get().databaseLogins, { [key]: secret("mine") });
  for (
    const cached of [null, 5, [], { [key]: { way: "iam" } }, { [key]: { way: "secret", secret: "" } }, {
      [key]: null,
    }]
  ) {
    uses.restore(cached);
    deepEqual(store.get().databaseLogins, {});
  }
});

const REFUSED: [
  name: string,
  asked: ReturnType<typeof of>,
  way: Way,
  reach: "silent" | "refused" | "unknown" | null,
  says: RegExp,
][] = [
  ["a token where IAM login is off", PLAIN, iam("a"), null, /takes no tokens/],
  ["a token without a user", ORDERS, iam(""), null, /Name the user/],
  ["a managed secret that is not there", PLAIN, MANAGED, null, /manages no secret/],
  ["a database that is stopped", of("rds", "stopped"), PASSWORD, null, /is stopped/],
  ["a database without an address", of("rds", "young"), PASSWORD, null, /has no address yet: it is creating/],
  ["a database that is gone", of("rds", "gone"), PASSWORD, null, /no longer in the list/],
  ["a private one that is silent", ORDERS, MANAGED, "silent", /does not answer: orders is not public/],
  [
    "a private one without an address here",
    ORDERS,
    MANAGED,
    "unknown",
    /no address for w\.example\.com here/,
  ],
  ["a public one that is silent", PLAIN, PASSWORD, "silent", /does not answer\./],
];
for (const [name, asked, way, reach, says] of REFUSED) {
  Deno.test(`open() refuses ${name}`, async () => {
    const { uses, did } = await setup(reach);
    const result = await uses.open(asked, way);
    match(JSON.stringify(result), says);
    deepEqual(did.filter((one) => !one.startsWith("way ")), []);
  });
}

Deno.test("add() writes a server of the configuration, once", async () => {
  const { uses, did } = await setup();
  deepEqual(await uses.add(ORDERS), { ok: true, value: { server: "orders" } });
  deepEqual(did, [
    'servers.0 {"name":"orders","engine":"postgres","host":"w.example.com","port":5432,"tls":true,"database":"shop"}',
  ]);
  const there = { name: "Mine", engine: "postgres", host: "w.example.com", port: 5432, tls: true } as const;
  const again = await setup(null, [there]);
  match(
    JSON.stringify(await again.uses.add(ORDERS)),
    /among your servers already, as “Mine”/,
  );
});

Deno.test("add() reads the list of a role that was never read", async () => {
  const { uses, did } = await setup();
  deepEqual(await uses.add({ ...PLAIN, role: "Reader" }), { ok: true, value: { server: "plain" } });
  equal(did.length, 1);
});

Deno.test("open() gives databases of two accounts of one name names of their own: passwords are kept by these", async () => {
  const { uses, did, store } = await setup();
  store.slice("accounts").update((all) => [...all, account("999999999999", { name: "shop" })]);
  await uses.open(PLAIN, PASSWORD);
  deepEqual(did, [`open plain (${ID})`]);
});

Deno.test("open() gives databases of two kinds of one identifier names of their own", async () => {
  const { uses, did, found } = await setup();
  const serverless = of("redshift-serverless", "analytics");
  await uses.open(serverless, iam(""));
  await uses.open(of("athena", "analytics"), { way: "https" });
  const names = ["analytics, redshift-serverless (shop)", "analytics, athena (shop)"];
  deepEqual(did, names.map((name) => `open ${name}`));
  equal(found.get(names[1]!)?.origin.name, "analytics, athena");
});

const [ONE, TWO, THREE] = ["1", "2", "3"].map((one) =>
  `ssm://123456789012/Admin/i-${one.repeat(17)}?region=eu-central-1`
) as [string, string, string];
const OTHERS = TWO.replace("/Admin/", "/ReadOnly/");

/** The steps that are expected on the way to `orders`. */
const FIND = "way orders", FIRST = "go 1 1: it fits", SECOND = "go 2 2: it fits";
const LAST = "go 2 The way of last time…", OPEN = "open orders (shop)";

/**
 * `closed` says which ways fail; `how` gives the way of last time and the choices; `did` are the
 * steps, `via` the result.
 */
const OPENED: readonly (readonly [
  what: string,
  ways: readonly string[],
  closed: Parameters<typeof setup>[3],
  how: { readonly known?: string; readonly choose?: true; readonly login?: false },
  did: readonly string[],
  via: string | RegExp,
])[] = [
  ["the best way", [ONE, TWO], {}, {}, [FIND, FIRST, OPEN], ONE],
  [
    "the next one where the best does not lead there",
    [ONE, TWO],
    { 1: "WAY_NONE" },
    {},
    [FIND, FIRST, SECOND, OPEN],
    TWO,
  ],
  [
    "none where none leads there, and tells of each",
    [ONE, TWO],
    { 1: "WAY_NONE", 2: "WAY_TARGET" },
    {},
    [FIND, FIRST, SECOND],
    /lead nowhere\. 1: no agent\.? 2: no agent/,
  ],
  [
    "no other one where nobody is signed in",
    [ONE, TWO],
    { 1: "WAY_SIGNED_OUT" },
    {},
    [FIND, FIRST],
    /1: no agent/,
  ],
  ["the way of last time at once", [ONE], {}, { known: TWO, login: false }, [OPEN], TWO],
  ["no way of another role", [ONE], {}, { known: OTHERS }, [FIND, FIRST, OPEN], ONE],
  ["the way of last time once it was gone, with a login", [ONE], {}, { known: TWO }, [LAST, OPEN], TWO],
  [
    "another one where that of last time is no more",
    [TWO, THREE],
    { 2: "WAY_NONE" },
    { known: TWO },
    [LAST, FIND, "go 3 3: it fits", OPEN],
    THREE,
  ],
  [
    "the one that the user chooses",
    [ONE, TWO],
    {},
    { known: ONE, choose: true },
    [FIND, "choose", OPEN],
    TWO,
  ],
];
for (const [what, ways, closed, { known, choose, login }, done, via] of OPENED) {
  Deno.test(`open() of a private database takes ${what}, and keeps it`, async () => {
    const { uses, did, found, store } = await setup("silent", [], ways, closed);
    if (known) uses.restore({ [KEY]: { way: "managed", via: known } });
    const result = await uses.open(ORDERS, login === false ? undefined : MANAGED, choose);
    deepEqual(did, done);
    equal(JSON.stringify(store.get().databaseSteps), "{}");
    if (typeof via !== "string") return match(JSON.stringify(result), via);
    deepEqual([result, found.get("orders (shop)")?.server.via], [{ ok: true }, via]);
    equal(found.get("orders (shop)")?.server.host, "w.example.com");
    equal(store.get().databaseLogins[KEY]?.via, via);
  });
}

Deno.test("open() and tunnel() try every way when the minute of a request to AWS is over", async () => {
  const { uses, did, base } = await setup("silent", [], [ONE, TWO], { 1: "WAY_TIMEOUT" });
  base.roleWork.as = (_, asked, work) =>
    work({ ...asked, role: "Admin", region: "eu-central-1" }, AbortSignal.abort());
  deepEqual(await uses.tunnel(ORDERS), { ok: true });
  deepEqual(await uses.open(ORDERS, MANAGED), { ok: true });
  deepEqual(did, [FIND, FIRST, SECOND, `tunnel orders (shop) ${TWO}`, FIND, FIRST, SECOND, OPEN]);
});

Deno.test("anotherWay() of an opened database offers its ways, and opens it over the one that is chosen", async () => {
  const { uses, did, found } = await setup("silent", [], [ONE, TWO]);
  await uses.open(ORDERS, MANAGED);
  const opened = found.get("orders (shop)")!;
  deepEqual([opened.server.via, opened.origin.ways], [ONE, true]);
  did.length = 0;
  deepEqual(await opened.anotherWay!(), { ok: true });
  deepEqual(did, [FIND, "choose", OPEN]);
  equal(found.get("orders (shop)")!.server.via, TWO);
});

Deno.test("a database that is reached without a way offers no other", async () => {
  const { uses, found } = await setup(null);
  await uses.open(ORDERS, MANAGED);
  const opened = found.get("orders (shop)")!;
  deepEqual([opened.anotherWay, opened.origin.ways], [undefined, undefined]);
});

const TUNNELS: [
  what: string,
  reach: "silent" | null,
  ways: string[],
  known: string | undefined,
  done: string[],
  says: RegExp,
][] = [
  [
    "over the best way",
    "silent",
    [ONE, TWO],
    undefined,
    [FIND, FIRST, `tunnel orders (shop) ${ONE}`],
    /"ok":true/,
  ],
  ["over the way of last time", "silent", [ONE], TWO, [LAST, `tunnel orders (shop) ${TWO}`], /"ok":true/],
  [
    "nowhere when it is reached without one",
    null,
    [ONE],
    undefined,
    [],
    /reached without a way.*w\.example\.com/,
  ],
  ["nowhere when no way leads there", "silent", [], undefined, [FIND], /lead nowhere/],
];
for (const [what, reach, ways, known, done, says] of TUNNELS) {
  Deno.test(`tunnel() leads ${what}`, async () => {
    const { uses, did } = await setup(reach, [], ways);
    if (known) uses.restore({ [KEY]: { way: "managed", via: known } });
    match(JSON.stringify(await uses.tunnel(ORDERS)), says);
    deepEqual(did, done);
  });
}

Deno.test("open() from elsewhere shows the page with its steps where they take long", async () => {
  const { uses, did } = await setup("silent", [], [ONE], { 1: "hangs" });
  uses.restore({ [KEY]: MANAGED });
  const opening = uses.open(ORDERS, undefined);
  await until(() => did.includes(PAGE));
  uses.cancel(ORDERS);
  deepEqual(await opening, { ok: true });
});

Deno.test("open() tells what is missing where there is no way", async () => {
  const { uses } = await setup("silent");
  match(JSON.stringify(await uses.open(ORDERS, MANAGED)), /Exec is switched off/);
});

Deno.test("cancel() ends an opening, which opens nothing and tells nothing", async () => {
  const { uses, did, store } = await setup("silent", [], [ONE], { 1: "hangs" });
  const opening = uses.open(ORDERS, MANAGED);
  await until(() => did.at(-1) === FIRST);
  uses.cancel(ORDERS);
  deepEqual(await opening, { ok: true });
  deepEqual([did.filter((one) => one.startsWith("open")), store.get().databaseSteps], [[], {}]);
});
