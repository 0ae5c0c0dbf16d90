import assert from "node:assert/strict";
import { DESKTOP_ENTRY } from "../../../build/packages/deb.ts";

/** The main categories of the Desktop Menu Specification: a program stands in the menu once for each of its own. */
const MAIN =
  "AudioVideo Audio Video Development Education Game Graphics Network Office Science Settings System Utility"
    .split(" ");

Deno.test("the desktop entry stands in one place of the menu", () => {
  const categories = /^Categories=(.*);$/m.exec(DESKTOP_ENTRY)?.[1]?.split(";") ?? [];
  assert.deepEqual(categories.filter((name) => MAIN.includes(name)), ["Development"]);
});
