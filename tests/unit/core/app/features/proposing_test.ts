import { deepEqual } from "node:assert/strict";
import type { GateParts, ToolContext } from "../../../../../src/core/app/features/gate/parts.ts";
import { createProposing } from "../../../../../src/core/app/features/gate/proposing.ts";
import { serverScope } from "../../../../../src/core/app/features/gate/server_scope.ts";
import type { QueryWindows } from "../../../../../src/core/app/features/query_windows/query_windows.ts";
import type { Server } from "../../../../../src/core/config/config.ts";
import type { QueryWindow } from "../../../../../src/core/sql/query_window/types.ts";
import type { ResultState, TabState } from "../../../../../src/core/state/query_window.ts";
import { store as storeOf, unexpected } from "../fixtures.ts";

const shop: Server = { name: "shop", engine: "postgres", host: "db", port: 5432, tls: false };
const NOT_WAITING = { ok: false, error: "This proposal does not wait any more." } as const;

/** Creates a waiting proposal. Its query window opens once the test resolves `opened`. */
function setup() {
  const did: string[] = [];
  const store = storeOf({ servers: [shop] });
  const opened = Promise.withResolvers<void>();
  const queryWindow = {
    addTab: () => (did.push("add"), { ok: true, value: { tab: "t" } }),
    show: (tab: string) => void did.push(`show ${tab}`),
    tab: () => ({ state: { results: [{ id: "r" }] }, statement: () => "delete from t" }),
  } as unknown as QueryWindow;
  const queryWindows: Pick<QueryWindows, "open" | "with" | "setWriting"> = {
    open: () => opened.promise.then(() => ({ ok: true })),
    with: async (_, act) => await act(queryWindow) ?? { ok: true },
    setWriting: (_, tab) => (did.push(`write ${tab}`), Promise.resolve({ ok: true })),
  };
  store.slice("agents").update((all) => ({
    ...all,
    proposals: [{
      id: "p",
      who: { program: "/usr/bin/agent", digest: "d", folder: "/work", parents: [] },
      thing: serverScope(shop),
      env: null,
      sql: "delete from t",
      reason: "to try it",
      at: 0,
      status: "waiting",
    }],
  }));
  const parts = { store, queryWindows, toasts: { show: () => {} }, now: () => 0, onError: unexpected };
  const proposing = createProposing(parts as unknown as GateParts, (_, { what }) => void did.push(what));
  /** Shows the window with its tab, or closes it when null. Returns the proposal's status. */
  const shows = async (results: readonly Partial<ResultState>[] | null) => {
    const tab = { id: "t", results, hold: null, transaction: null } as unknown as TabState;
    const shown = { server: "shop", engine: "postgres", address: "", env: null, tabs: [tab] } as const;
    store.slice("queryWindows").update(() => results ? [shown] : []);
    // Reading the tab needs only microtasks, so all of them have run by the next timer.
    await new Promise((resolve) => setTimeout(resolve));
    return store.get().agents.proposals[0]!.status;
  };
  /** Changes the servers in the configuration. */
  const configure = (...servers: readonly Server[]) =>
    store.slice("config").update((config) => ({ ...config, value: { ...config.value, servers } }));
  /** Returns the answer that the agent gets about the proposal. */
  const told = async () => {
    const { who } = store.get().agents.proposals[0]!;
    const context = { who, signal: new AbortController().signal, about: () => {} };
    const answer = await proposing.status({ handle: "p" }, context as unknown as ToolContext);
    return (answer as { readonly value?: Record<string, unknown> }).value;
  };
  return { did, opened, proposing, shows, configure, told };
}

Deno.test("open() of a proposal that is pressed twice adds one tab", async () => {
  const { did, opened, proposing } = setup();
  const both = [proposing.open("p"), proposing.open("p")];
  opened.resolve();
  deepEqual((await Promise.all(both)).map(({ ok }) => ok), [true, true]);
  deepEqual(did, ["add", "show t", "show t", "write t"]);
});

Deno.test("open() of a proposal that is dismissed while its window opens adds no tab", async () => {
  const { did, opened, proposing } = setup();
  const open = proposing.open("p");
  deepEqual(proposing.dismiss("p"), { ok: true });
  opened.resolve();
  deepEqual(await open, NOT_WAITING);
  deepEqual(did, ["denied"]);
});

Deno.test("createProposing() follows a proposal on in its tab when its window was closed and is opened again", async () => {
  const { did, opened, proposing, shows } = setup();
  opened.resolve();
  await proposing.open("p");
  deepEqual(await shows([]), "opened");
  deepEqual(proposing.dismiss("p").ok, false);
  deepEqual(await shows(null), "opened");
  deepEqual(await shows([]), "opened");
  deepEqual(await shows([{ id: "r", end: "committed" }]), "committed");
  deepEqual(did.at(-1), "committed");
});

Deno.test("createProposing() tells a proposal as committed when its window closes right after", async () => {
  const { opened, proposing, shows } = setup();
  opened.resolve();
  await proposing.open("p");
  const [, status] = await Promise.all([shows([{ id: "r", end: "committed" }]), shows(null)]);
  deepEqual(status, "committed");
});

Deno.test("dismiss() ends an opened proposal when its window is closed", async () => {
  const { did, opened, proposing, shows } = setup();
  opened.resolve();
  await proposing.open("p");
  await shows([]);
  await shows(null);
  deepEqual(proposing.dismiss("p"), { ok: true });
  deepEqual(did.at(-1), "denied");
});

/** How config.json has changed by the time the agent asks about the write that failed. */
const LATER: readonly (readonly [what: string, servers: readonly Server[]])[] = [
  ["hides them still", [{ ...shop, agents: { hidden: ["*.email"] } }]],
  ["hides nothing any more", [shop]],
  ["is called otherwise", [{ ...shop, name: "store" }]],
  ["is gone", []],
];
for (const [what, servers] of LATER) {
  Deno.test(`status() keeps the server's words from the agent when the server hid columns and ${what}`, async () => {
    const { opened, proposing, shows, configure, told } = setup();
    opened.resolve();
    await proposing.open("p");
    configure({ ...shop, agents: { hidden: ["*.email"] } });
    deepEqual(
      await shows([{ id: "r", status: "failed", message: "duplicate key anna@example.com" }]),
      "failed",
    );
    configure(...servers);
    deepEqual(
      (await told())?.outcome,
      "Why is told to the person alone, because this server hides columns from you.",
    );
  });
}
