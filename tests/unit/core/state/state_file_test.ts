import assert from "node:assert/strict";
import { readStateFile, updateStateFile } from "../../../../src/core/state/state_file.ts";
import { withHome } from "../../../support/program/home.ts";

Deno.test("updateStateFile() keeps what another process writes while it changes a key of its own", () =>
  withHome(async (paths) => {
    await updateStateFile(paths, "pins", () => ["before"]);
    let others = 0;
    const done = await updateStateFile(paths, "roles", () => {
      // Between the reading and the writing, once.
      if (others++ === 0) Deno.writeTextFileSync(paths.state, '{"pins":["before","after"]}');
      return { "123456789012": "Admin" };
    });
    assert.equal(done, true);
    assert.deepEqual(await readStateFile(paths), {
      pins: ["before", "after"],
      roles: { "123456789012": "Admin" },
    });
  }));

Deno.test("updateStateFile() says so when another process writes again and again", () =>
  withHome(async (paths) => {
    let others = 0;
    const done = await updateStateFile(paths, "roles", () => {
      Deno.writeTextFileSync(paths.state, `{"pins":${others++}}`);
      return others;
    });
    assert.equal(done, false);
    assert.deepEqual(await readStateFile(paths), { pins: others - 1 });
  }));
