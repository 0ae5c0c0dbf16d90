import assert from "node:assert/strict";
import { cachedNameLists } from "../../../src/core/find/cached_names.ts";
import { CACHED_NAME_KINDS } from "../../../src/core/find/kinds/cached_names.ts";
import { KINDS } from "../../../src/core/find/kinds/mod.ts";
import { findables } from "../../../src/core/find/rank.ts";
import type { SeenNames } from "../../../src/core/resources/names.ts";
import { engineAndAddress } from "../../../src/core/sql/engines/mod.ts";
import { NO_TRAFFIC } from "../../../src/core/state/tunnels.ts";
import { mayCommand } from "../../../src/pages/registry.ts";
import { runOf, stateWith, windowOf } from "../../support/pages/pages_state.ts";
import { account, action, extension, server, type StateParts } from "../../support/pages/state.ts";

const ID = "123456789012";
const far = server("far", { via: "ssh://bastion" });
const cached = { account: ID, region: "eu-central-1", role: "ReadOnly" };
const names: SeenNames = {
  secret: [
    { ...cached, name: "mail/key", id: "mail/key", kind: "secret" },
    { ...cached, name: "/mail/host", id: "/mail/host", kind: "parameter" },
  ],
  database: [{ ...cached, name: "invoices", id: "rds/invoices", kind: "rds", of: "postgres" }],
  service: [{ ...cached, name: "worker", id: "jobs/worker", of: "jobs" }],
  cluster: [{ ...cached, name: "jobs", id: "jobs" }],
  logGroup: [{ ...cached, name: "/ecs/web", id: "/ecs/web" }],
};
const { gate, agents } = stateWith();

/** States with entries of all kinds, and all possible entries about Kedge itself. */
const STATES: readonly StateParts[] = [
  {
    signIn: { status: "signed-in" },
    accounts: [account(ID, {
      ecsClusters: [{ name: "shop", services: ["web"] }],
      secrets: [{ label: "Orders database", id: "shop/db" }],
    })],
    servers: [far],
    extensions: [extension("tools", [action("greet"), action("report", { state: "changed" })])],
    runs: [runOf("r1", { action: "other" }), runOf("r2", { action: "another", status: "stopping" })],
    development: [{
      folder: "/home/u/greeter",
      extension: "greeter",
      name: "Greeter",
      status: "ready",
      diagnostics: [],
      actions: 1,
      at: 0,
    }],
    tunnels: [{
      ...{ id: "t", name: "far", to: "", via: "bastion", env: null, status: "open", step: "" },
      ...{ since: 0, port: 27251, line: "", traffic: NO_TRAFFIC },
    }],
    knownTables: { [engineAndAddress(far)]: [{ schema: "public", name: "orders" }] },
    pastQueries: [{ id: "1", server: "far", title: "select 1", at: 0 }],
    updates: [{
      ...{ address: "https://example.com/catalogue.json", extension: "tools", name: "Tools" },
      ...{ from: "1.0.0", to: "1.1.0", newly: [] },
    }],
    inAwsFiles: "2 accounts",
    gate: { ...gate, on: true },
    agents: {
      ...agents,
      proposals: [{
        id: "p",
        who: { program: "/usr/bin/agent", digest: "", folder: "/home/u", parents: [] },
        thing: { kind: "server", name: "far", at: "postgres db.example.com:5432" },
        env: null,
        sql: "delete from orders",
        reason: "Asked to.",
        at: 0,
        status: "waiting",
      }],
    },
  },
  { signIn: { status: "unconfigured" }, gate: { ...gate, on: true, stopped: true } },
  { signIn: { status: "signed-out" } },
];

const source = { load: () => null, names: () => names, subscribe: () => () => {} };
const entries = STATES.map(stateWith).flatMap((state) =>
  [...findables(KINDS, state), ...cachedNameLists(source, state)].flatMap(({ kind, items }) =>
    items.map((item) => ({ kind, state, title: kind.title(item), ...kind.entry(item) }))
  )
);

const cachedKinds = CACHED_NAME_KINDS.map(({ entries }) => entries);

for (const kind of [...KINDS, ...cachedKinds]) {
  const name = kind.heading + (kind.byTyping || cachedKinds.includes(kind) ? ", found by typing" : "");
  Deno.test(`mayCommand() lets the palette send all that it offers when an entry is of: ${name}`, () => {
    const all = entries.filter((entry) => entry.kind === kind);
    assert.ok(all.length > 0);
    for (const { title, state, command, more = [] } of all) {
      for (const sent of [...command ? [command] : [], ...more.map(({ command }) => command)]) {
        assert.ok(mayCommand(windowOf("palette"), sent, state), `${title}: ${sent.name}`);
      }
    }
  });
}
