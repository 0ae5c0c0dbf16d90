import assert from "node:assert/strict";
import { decideBeforeEnd } from "../../../../../src/core/app/features/query_windows/leaving.ts";
import type { QueryWindow, Tab } from "../../../../../src/core/sql/query_window/types.ts";
import type { Engine } from "../../../../../src/core/sql/engines/mod.ts";
import type {
  HeldStatement,
  QueryWindowState,
  TransactionState,
} from "../../../../../src/core/state/query_window.ts";
import { store as storeOf, until } from "../fixtures.ts";

const write = (title: string): HeldStatement => ({
  result: title,
  title,
  verb: title,
  affected: 1,
  everyRow: false,
});
const RUNS = { id: "first", writes: [write("update")], until: null, problem: null };

/** Returns a query window whose only tab has an open transaction, and the questions about it. */
function setup(
  engine: Engine,
  onCancel: (change: (to: Partial<TransactionState> | null) => void) => void,
  problem: string | null = null,
) {
  const did: string[] = [];
  const questions: { readonly message: string; readonly answer: (yes: boolean | null) => void }[] = [];
  const store = storeOf();
  const queryWindows = store.slice("queryWindows");
  let transaction: Partial<TransactionState> | null = RUNS;
  const stateOf = () => ({
    server: "shop",
    engine,
    tabs: [{ id: "tab", title: "Query 1", transaction, results: [] }],
  });
  const change = (to: Partial<TransactionState> | null) => {
    transaction = to && { ...transaction, ...to };
    queryWindows.update(() => [stateOf() as unknown as QueryWindowState]);
  };
  const tab = {
    get state() {
      return stateOf().tabs[0];
    },
    edits: { unwritten: () => [] },
    cancel: () => (did.push("cancel"), onCancel(change)),
    decide(how: string, seen: string) {
      did.push(`${how} ${seen}`);
      if (transaction?.id !== seen || transaction.until === null) return Promise.resolve(null);
      change(how === "commit" && problem !== null ? { problem } : null);
      return Promise.resolve(null);
    },
  } as unknown as Tab;
  const queryWindow = {
    get state() {
      return stateOf();
    },
    tab: () => tab,
  } as unknown as QueryWindow;
  const dialogs = {
    open: ({ message }: { message: string }, { signal }: { signal: AbortSignal }) =>
      new Promise<boolean | null>((answer) => {
        questions.push({ message, answer });
        signal.addEventListener("abort", () => answer(null));
      }),
  };
  return {
    did,
    questions,
    change,
    /** Asks before Kedge ends. A statement that does not stop at once counts as unstoppable. */
    quit: () =>
      decideBeforeEnd(new Map([["shop", queryWindow]]), {
        dialogs: dialogs as never,
        store,
        now: () => 0,
        stopLimit: 0,
      }),
  };
}

Deno.test("decideBeforeEnd() stops the statement that runs in a transaction and asks about the writes before it", async () => {
  const { did, questions, quit } = setup("postgres", (change) => change({ until: 60_000 }));
  const ended = quit();
  await until(() => questions.length === 1);
  assert.match(questions[0]!.message, /UPDATE: 1 row/);
  assert.doesNotMatch(questions[0]!.message, /still runs/);
  questions[0]!.answer(true);
  assert.equal(await ended, true);
  assert.deepEqual(did, ["cancel", "commit first"]);
});

Deno.test("decideBeforeEnd() asks about what a script has written when it is stopped", async () => {
  const { did, questions, quit } = setup(
    "mysql",
    (change) => change({ id: "second", writes: [write("update"), write("delete")], until: 60_000 }),
  );
  const ended = quit();
  await until(() => questions.length === 1);
  assert.match(questions[0]!.message, /UPDATE: 1 row, DELETE: 1 row/);
  questions[0]!.answer(true);
  await ended;
  assert.deepEqual(did, ["cancel", "commit second"]);
});

Deno.test("decideBeforeEnd() says that a statement still runs, and commits once it has ended", async () => {
  const { did, questions, change, quit } = setup("postgres", () => {});
  const ended = quit();
  await until(() => questions.length === 1);
  assert.match(questions[0]!.message, /still runs/);
  questions[0]!.answer(true);
  await until(() => did.length === 1);
  change({ until: 60_000 });
  assert.equal(await ended, true);
  assert.deepEqual(did, ["cancel", "commit first"]);
});

Deno.test("decideBeforeEnd() asks anew when a statement that was not stopped has written", async () => {
  const { did, questions, change, quit } = setup("redshift", () => {});
  const ended = quit();
  await until(() => questions.length === 1);
  change({ id: "second", writes: [write("update"), write("delete")], until: 60_000 });
  await until(() => questions.length === 2);
  assert.match(questions[1]!.message, /DELETE: 1 row/);
  questions[1]!.answer(false);
  await ended;
  // A stopped statement makes Redshift undo the whole transaction.
  assert.deepEqual(did, ["rollback first", "rollback second"]);
});

Deno.test("decideBeforeEnd() tells why the server refuses to commit, once", async () => {
  const { did, questions, quit } = setup(
    "postgres",
    (change) => change({ until: 60_000 }),
    "no such customer",
  );
  const ended = quit();
  await until(() => questions.length === 1);
  questions[0]!.answer(true);
  await until(() => questions.length === 2);
  assert.match(questions[1]!.message, /no such customer/);
  questions[1]!.answer(true);
  await ended;
  assert.deepEqual(did, ["cancel", "commit first", "commit first"]);
});
