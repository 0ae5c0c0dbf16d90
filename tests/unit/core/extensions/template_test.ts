import assert from "node:assert/strict";
import { join } from "node:path";
import { newExtension } from "../../../../src/core/extensions/template.ts";
import { removeFolder } from "../../../support/remove_folder.ts";

Deno.test("newExtension() makes a module of the language that it is given, and changes none that is there", async () => {
  const root = await Deno.makeTempDir({ prefix: "kedge-template-" });
  const folder = join(root, "mine");
  const make = async (language: string) => {
    const made = await newExtension(folder, { sdk: new Map(), schema: "{}", version: "1.2.3", language });
    assert.ok(made.ok, JSON.stringify(made));
    return /^go (.*)$/m.exec(await Deno.readTextFile(join(folder, "go.mod")))?.[1];
  };
  try {
    assert.deepEqual([await make("1.22"), await make("1.26")], ["1.22", "1.22"]);
  } finally {
    await removeFolder(root);
  }
});
