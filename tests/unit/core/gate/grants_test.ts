import assert from "node:assert/strict";
import {
  grantFor,
  holds,
  lengthsFor,
  newGrant,
  revealedBy,
  sameAgent,
  withGrant,
} from "../../../../src/core/gate/grants.ts";
import { sameScope, scopeKey } from "../../../../src/core/gate/scopes.ts";
import { serverScope } from "../../../../src/core/app/features/gate/server_scope.ts";
import type { Server } from "../../../../src/core/config/config.ts";
import { type AgentIdentity, type GrantScope, readGate } from "../../../../src/core/state/agents.ts";

const who: AgentIdentity = {
  program: "/usr/bin/node",
  script: "/opt/claude/cli.js",
  digest: "a".repeat(64),
  folder: "/home/anna/shop",
  parents: ["/usr/bin/zsh"],
};
const shop: GrantScope = { kind: "server", name: "shop", at: "postgres db:5432" };

const OTHERS: readonly (readonly [what: string, who: AgentIdentity, same: boolean])[] = [
  ["itself", who, true],
  ["itself under another terminal", { ...who, parents: ["/usr/bin/kitty"] }, true],
  ["another program", { ...who, program: "/usr/bin/bun" }, false],
  ["another script", { ...who, script: "/tmp/cli.js" }, false],
  ["a changed file", { ...who, digest: "b".repeat(64) }, false],
  ["another folder", { ...who, folder: "/home/anna/other" }, false],
  ["one that is not told", { ...who, program: null }, false],
];
for (const [what, other, same] of OTHERS) {
  Deno.test(`sameAgent() is ${same} of an agent and ${what}`, () =>
    assert.equal(sameAgent(other, who), same));
}

Deno.test("sameAgent() is false of two that the system does not tell", () => {
  const untold: AgentIdentity = { program: null, digest: "", folder: "", parents: [] };
  assert.equal(sameAgent(untold, untold), false);
  assert.deepEqual(lengthsFor(untold), ["once"]);
  assert.deepEqual(lengthsFor(who), ["once", "hour", "always"]);
});

const THINGS: readonly (readonly [what: string, thing: GrantScope, granted: boolean])[] = [
  ["the server", shop, true],
  ["a server of that name that leads elsewhere", { ...shop, at: "postgres other:5432" }, false],
  ["the server once it hides a column", { ...shop, hides: ["t.c"] }, false],
  ["its login itself", { ...shop, raw: true }, false],
  ["another server", { ...shop, name: "prod" }, false],
  ["an account", { kind: "account", account: "123456789012", role: "Admin" }, false],
];
for (const [what, thing, granted] of THINGS) {
  Deno.test(`grantFor() ${granted ? "finds" : "does not find"} a grant of a server for ${what}`, () => {
    const grants = [{ ...newGrant(who, undefined, shop, "always", 0), production: false }];
    assert.equal(grantFor(grants, who, thing, 5) !== undefined, granted);
  });
}

const SERVER: Server = { name: "shop", engine: "postgres", host: "db", port: 5432, tls: true };
const HTTPS: NonNullable<Server["https"]> = {
  service: "rds-data",
  account: "123456789012",
  region: "eu-central-1",
};
/** Changes to a server's entry after which a grant no longer applies. */
const ELSEWHERE: readonly (readonly [server: Server, other: Partial<Server>])[] = [
  [SERVER, { name: "facts" }],
  [SERVER, { engine: "redshift" }],
  [SERVER, { host: "other" }],
  [SERVER, { port: 5433 }],
  [SERVER, { database: "facts" }],
  [SERVER, { via: "ssh://me@bastion" }],
  [SERVER, { agents: { hidden: ["t.c"] } }],
  [SERVER, { https: HTTPS }],
  ...([
    { service: "redshift-data" },
    { account: "210987654321" },
    { role: "Admin" },
    { region: "eu-west-1" },
    { cluster: "arn:aws:rds:eu-central-1:123456789012:cluster:shop" },
    { workgroup: "facts" },
    { catalog: "other" },
    { secret: "admin" },
    { user: "admin" },
  ] as const).map((field) => [{ ...SERVER, https: HTTPS }, { https: { ...HTTPS, ...field } }] as const),
];
for (const [server, other] of ELSEWHERE) {
  Deno.test(`sameScope() is false of a server${server.https ? " over HTTPS" : ""} and one with ${JSON.stringify(other)}`, () => {
    assert.equal(sameScope(serverScope({ ...server, ...other }), serverScope(server)), false);
  });
}

Deno.test("sameScope() is true of a server over HTTPS whose entry has another order, and its grant is kept", () => {
  const thing = serverScope({ ...SERVER, https: { ...HTTPS, role: "Reader", secret: "s".repeat(2048) } });
  const { service, account, region } = HTTPS;
  const turned = { secret: "s".repeat(2048), region, role: "Reader", account, service };
  assert.equal(sameScope(serverScope({ ...SERVER, https: turned }), thing), true);
  const grants = [{ ...newGrant(who, undefined, thing, "always", 0), production: false }];
  assert.deepEqual(readGate({ on: true, stopped: false, grants }).grants, grants);
});

const HOUR = 3_600_000;
const TIMES: readonly (readonly [now: number, holds: boolean])[] = [
  [0, true],
  [HOUR - 1, true],
  [HOUR, false],
  // The clock was set back.
  [-2 * HOUR, false],
];
for (const [now, is] of TIMES) {
  Deno.test(`holds() is ${is} of an hour's grant ${now} ms later`, () => {
    assert.equal(holds({ ...newGrant(who, undefined, shop, "hour", 0), production: false }, now), is);
  });
}

Deno.test("withGrant() replaces the earlier grant, and drops grants that have ended", () => {
  const hour = { ...newGrant(who, undefined, shop, "hour", 0), production: false };
  const always = { ...newGrant(who, undefined, shop, "always", 1), production: false };
  const other = { ...newGrant(who, undefined, { ...shop, name: "x" }, "hour", 0), production: false };
  assert.deepEqual(withGrant([hour, other], always, 2).map(({ id }) => id), [always.id, other.id]);
  assert.deepEqual(withGrant([other], always, HOUR).map(({ id }) => id), [always.id]);
});

Deno.test("grantFor() finds no grant for a server that hides less, and revealedBy() says what", () => {
  const hiding: GrantScope = { ...shop, hides: ["a.b", "t.c"] };
  const grants = [{ ...newGrant(who, undefined, hiding, "always", 0), production: false }];
  const less: GrantScope = { ...shop, hides: ["t.c"] };
  assert.equal(grantFor(grants, who, less, 5), undefined);
  assert.deepEqual(revealedBy(grants, who, less), ["a.b"]);
  assert.deepEqual(revealedBy(grants, who, hiding), []);
  assert.deepEqual(readGate({ on: true, stopped: false, grants }).grants, grants);
});

Deno.test("scopeKey() of an action is another one once its files are", () => {
  const action: GrantScope = { kind: "action", extension: "a", action: "b", hash: "1" };
  assert.notEqual(scopeKey(action), scopeKey({ ...action, hash: "2" }));
});

const kept = { ...newGrant(who, undefined, shop, "always", 0), production: true };
const READ: readonly (readonly [what: string, value: unknown, on: boolean, grants: number])[] = [
  ["what was kept", { on: true, stopped: false, grants: [kept] }, true, 1],
  ["nothing", undefined, false, 0],
  ["another kind of value", "on", false, 0],
  ["a word for on", { on: "true", stopped: false, grants: [] }, false, 0],
  ["an hour without an end", { on: true, stopped: false, grants: [{ ...kept, length: "hour" }] }, true, 0],
  [
    "a grant for a program that is not told",
    {
      on: true,
      stopped: false,
      grants: [{ ...kept, who: { ...who, program: null } }],
    },
    true,
    0,
  ],
  ["a grant for once", { on: true, stopped: false, grants: [{ ...kept, length: "once" }] }, true, 0],
];
for (const [what, value, on, grants] of READ) {
  Deno.test(`readGate() reads ${what} as ${on ? "open" : "closed"} with ${grants} grants`, () => {
    const read = readGate(JSON.parse(JSON.stringify(value ?? null)));
    assert.deepEqual([read.on, read.grants.length], [on, grants]);
  });
}
