import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const TEXT = Deno.readTextFileSync(join(ROOT, "docs/security.md"));

/** The sections about those who are not trusted: each of their claims is shown by a test. */
const CLAIMS = TEXT.slice(TEXT.indexOf("\n## Another user")).split("\n- ").slice(1)
  .map((claim) =>
    claim.split("\n## ")[0]!.split("\n  - ").map((line) => line.replaceAll(/\s+/g, " ").trim())
  );

/** A test that a claim names: its file, and how its name begins. */
const NAMED = /^`(tests\/[a-z0-9_/]+_test\.tsx?)`: (.+)$/;

Deno.test("docs/security.md names a test for each of its claims", () => {
  equal(CLAIMS.length > 8, true);
  deepEqual(
    CLAIMS.filter(([, ...tests]) => tests.length === 0 || !tests.every((test) => NAMED.test(test))),
    [],
  );
});

Deno.test("docs/security.md names only tests that there are", () => {
  const missing = CLAIMS.flatMap(([, ...tests]) => tests).filter((test) => {
    const [, path = "", name = ""] = NAMED.exec(test) ?? [];
    const source = Deno.readTextFileSync(join(ROOT, path)).replaceAll(/\s+/g, " ");
    // A longer name, or one of a table, is named by how it begins.
    return !['"', "'", "`"].some((quote) =>
      new RegExp(`(test|step|testOn)\\((?: ?(?:\\[[^\\]]*\\]|\\w+),)? ?${quote}`).test(source) &&
      source.includes(quote + name)
    );
  });
  deepEqual(missing, []);
});
