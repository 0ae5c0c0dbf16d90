import assert from "node:assert/strict";
import { generated } from "../../../schema/generate.ts";

for (const { file, text } of generated()) {
  const name = file.pathname.split("/").at(-1);
  Deno.test(`${name} is what the types say (deno task generate)`, async () => {
    assert.equal(await Deno.readTextFile(file), text);
  });
}
