import { deepEqual, ok } from "node:assert/strict";
import { nextCatalogue } from "../../../../src/core/catalogue/publish/next.ts";
import { signedLines } from "../../../../src/core/catalogue/publish/signed_lines.ts";
import { readCatalogue } from "../../../../src/core/catalogue/read.ts";
import type { Catalogue } from "../../../../src/core/catalogue/schema.ts";
import { makeBundle, withArchive } from "../../../support/catalogue/publisher.ts";

const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKaviSitdJ6oztaRKqBXbugXs2gUAoHwlFvdMacpKT3e";
const BEFORE = nextCatalogue(
  {
    id: "0".repeat(32),
    name: "Team",
    version: 0,
    keys: [{ threshold: 1, signers: [{ name: "alice", key: KEY }], signatures: [] }],
    extensions: [],
    withdrawn: [{ hash: "0".repeat(64), extension: "tools", reason: "bad", since: "2026-01-01T00:00:00Z" }],
  },
  { bundles: [withArchive(makeBundle("tools", "1.0.0"))] },
  { now: 0, days: 1, kedge: "0.1.0" },
);
const [ENTRY] = BEFORE.extensions as [Catalogue["extensions"][number]];
const [GONE] = BEFORE.withdrawn as [Catalogue["withdrawn"][number]];
const [VERSION] = ENTRY.versions as [typeof ENTRY.versions[number]];
const LONG = "x".repeat(1000), LONGER = "x".repeat(4000);

/**
 * Texts in a list that people read, and the line that shows them to the person who signs the list.
 */
const WORDS: readonly (readonly [what: string, change: Partial<Catalogue>, line: string])[] = [
  [
    "what to do instead of a withdrawn version",
    { withdrawn: [{ ...GONE, reason: LONG, instead: LONG }] },
    `changed: withdrawn tools (000000000000): ${LONG}; instead: ${LONG}`,
  ],
  [
    "an author and a description",
    { extensions: [{ ...ENTRY, author: "Mallory", description: LONGER }] },
    `changed: extension tools, “Name of tools”, newest version 1.0.0; author: Mallory; description: ${LONGER}`,
  ],
  [
    "news",
    { extensions: [{ ...ENTRY, versions: [{ ...VERSION, news: LONGER }] }] },
    `changed: version tools 1.0.0 (${VERSION.hash.slice(0, 12)}); news: ${LONGER}`,
  ],
];
for (const [what, change, line] of WORDS) {
  Deno.test(`signedLines() tells all of it when a list has other words as ${what}`, () => {
    const after = readCatalogue(JSON.stringify({ ...BEFORE, version: 2, ...change }));
    deepEqual(signedLines(after, ["alice"], BEFORE).slice(2, -1), [line]);
    ok(signedLines(after, ["alice"], null).includes(line.replace("changed: ", "")));
  });
}
