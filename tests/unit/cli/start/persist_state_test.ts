import assert from "node:assert/strict";
import { persistState } from "../../../../src/cli/start/persist_state.ts";
import { testStore } from "../../../support/pages/store.ts";
import { readStateFile, updateStateFile } from "../../../../src/core/state/state_file.ts";
import { emptyState } from "../../../support/pages/state.ts";
import { withHome } from "../../../support/program/home.ts";

Deno.test("persistState() keeps with the next change what could not be kept before", async () => {
  await withHome(async (paths) => {
    const store = testStore(emptyState(), (error) => {
      throw error;
    });
    const personal = store.slice("personal"), welcomed = store.slice("welcomed");
    await persistState({ store, restore: () => {} }, paths);
    // Nothing can be written where a folder lies.
    await Deno.mkdir(`${paths.state}/in-the-way`, { recursive: true });
    personal.update((all) => ({ ...all, pins: ["kedge:settings"] }));
    // Writes go one after the other.
    await updateStateFile(paths, "other", () => 1);
    await Deno.remove(paths.state, { recursive: true });
    welcomed.update(() => true);
    await updateStateFile(paths, "other", () => 2);
    const { personal: kept, ...rest } = await readStateFile(paths);
    assert.deepEqual((kept as { pins: unknown }).pins, ["kedge:settings"]);
    assert.deepEqual(rest, { welcomed: true, other: 2 });
    await updateStateFile(paths, "personal", () => "of another Kedge");
    welcomed.update(() => false);
    await updateStateFile(paths, "other", () => 3);
    // What is kept is not written again.
    assert.deepEqual(await readStateFile(paths), { personal: "of another Kedge", welcomed: false, other: 3 });
  });
});
