import { deepEqual } from "node:assert/strict";
import { deadExports, unusedExports } from "../support/house/exports.ts";
import { readSources } from "../support/house/sources.ts";

const all = await readSources("main.ts", "build.ts", "build", "src", "schema");
const program = all.filter(({ path }) => path.startsWith("src/"));

Deno.test("what a file of src exports is imported by another file of the program or by a test", async () => {
  const users = [...all, ...await readSources("tests")];
  deepEqual(unusedExports(program, users).map(({ path, name }) => `${path} ${name}`), []);
});

/** Exports of src that only tests use, each with its reason. */
const FOR_TESTS: Readonly<Record<string, string>> = {
  "src/core/extensions/review/library/packages.ts libraryPaths":
    "the suite holds the table against the installed Go",
  "src/tray/shortcut/portal.ts createPortalBackend":
    "tests answer for the portal of a desktop that is not there",
};
Deno.test("nothing of src is there for tests alone", () => {
  const dead = deadExports(program, all).map(({ path, name }) => `${path} ${name}`);
  deepEqual(dead.filter((one) => !Object.hasOwn(FOR_TESTS, one)), []);
});

Deno.test("what a helper of the tests exports is used", async () => {
  const tests = await readSources("tests");
  // Benchmarks are loaded by their name, and sessions of desktops are chosen by hand.
  const helpers = tests.filter(({ path }) => !/_bench\.ts$|^tests\/desktops\//.test(path));
  deepEqual(deadExports(helpers, [...tests, ...all]).map(({ path, name }) => `${path} ${name}`), []);
});
