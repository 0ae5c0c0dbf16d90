import assert from "node:assert/strict";
import type { CommandResult } from "../../../src/core/result.ts";
import type { EditText } from "../../../src/core/sql/query_window/types.ts";
import type { ResultRow } from "../../../src/core/sql/spill/mod.ts";
import type { EditsState } from "../../../src/core/state/query_window.ts";
import { openQueryWindow, type TestQueryWindow } from "./query_window.ts";
import { rowsOf } from "../pages/resources.ts";

/** A tab on a real server for editing rows. */
export interface TestEdits extends Omit<TestQueryWindow, "rows"> {
  /** Runs a statement that reads and returns its result's ID. */
  show(sql: string): Promise<string>;
  good(result: Promise<CommandResult> | CommandResult): Promise<void>;
  state(result: string): EditsState;
  /** Returns the statements that are shown, with their ID. */
  statements(result: string): Promise<Pick<EditText, "id"> & { readonly text: string }>;
  /** Runs the changes, and waits until they are held or have failed. */
  hold(result: string): Promise<EditsState>;
  decide(how: "commit" | "rollback"): Promise<void>;
  /** Holds the changes, which must succeed, and commits. `message` is the expected message. */
  write(result: string, message?: string): Promise<void>;
  read(result: string): Promise<readonly ResultRow[]>;
  rows(result: string): Promise<readonly (readonly (string | null)[])[]>;
}

/** Opens a tab that writes. */
export async function openEdits(...given: Parameters<typeof openQueryWindow>): Promise<TestEdits> {
  const window = await openQueryWindow(...given);
  const { tab, until } = window;
  tab.write(true);
  const state = (result: string) => {
    const { edits } = tab.state.results.find(({ id }) => id === result)!;
    assert.ok(edits, "nobody has tried to edit it");
    return edits;
  };
  const read = async (result: string) => {
    return await rowsOf(tab.rows(result, { sort: null, filter: "" })!);
  };
  const api: TestEdits = {
    ...window,
    state,
    read,
    rows: async (result) => (await read(result)).map(({ cells }) => cells),
    async show(sql) {
      const [result] = await window.run(sql);
      assert.equal(result!.status, "done", JSON.stringify(result));
      return result!.id;
    },
    async good(result) {
      const said = await result;
      assert.ok(said.ok, JSON.stringify(said));
    },
    async statements(result) {
      const [shown] = await rowsOf(tab.edits.statements(result)!, 1);
      const { id, locks, statements } = shown!;
      return { id, text: [...locks, ...statements].map(({ sql }) => `${sql};\n`).join("") };
    },
    async hold(result) {
      await api.good(tab.edits.hold(result, (await api.statements(result)).id));
      await until(({ run }) => run === null);
      return state(result);
    },
    async decide(how) {
      await tab.decide(how, tab.state.transaction!.id);
      await until(({ transaction }) => transaction === null);
    },
    async write(result, message) {
      const before = await api.statements(result);
      const held = await api.hold(result);
      assert.equal(held.status, "held", `${JSON.stringify(held, null, 1)}\n${before.text}`);
      const { version } = held;
      await api.decide("commit");
      await until(() => state(result).version > version);
      assert.equal(tab.state.transactionEnd?.ok, true, JSON.stringify(tab.state.transactionEnd));
      assert.equal(state(result).message, message);
    },
  };
  return api;
}
