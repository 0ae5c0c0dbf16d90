import { deepEqual } from "node:assert/strict";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { filesBelow } from "../../../build/program.ts";
import { KEYS, MOVING } from "../../support/pages/keys.ts";

const UI = fileURLToPath(new URL("../../../src/ui/", import.meta.url));
/** Matches a comparison with a pressed key in a source. */
const COMPARED =
  /(?:\bkey\b|\bcode\b|letter(?:Of\(\w+\))?)\s*[!=]==?\s*"([^"]+)"|case "([^"]+)":|includes\(event\.key\)/g;
/** Matches the name of a key, not a word of the configuration. */
const KEY = /^(?:.|F\d+|Enter|Delete|Insert|Key[A-Z])$/;

Deno.test("KEYS has each key that the sources of the pages hear", async () => {
  const heard: string[] = [];
  for await (const path of filesBelow(UI)) {
    if (!/\.tsx?$/.test(path)) continue;
    const text = await Deno.readTextFile(path);
    if (!/KeyboardEvent|onKeyDown|useKeys|keydown/.test(text)) continue;
    for (const [, compared, one] of text.matchAll(COMPARED)) {
      const key = compared ?? one ?? "";
      if (KEY.test(key) && !MOVING.has(key)) {
        heard.push(`${relative(UI, path).replaceAll("\\", "/")}: ${key}`);
      }
    }
  }
  // Keys with Alt are arrows, which the search above leaves out because they usually only move.
  const table = Object.entries(KEYS).flatMap(([file, keys]) =>
    Object.keys(keys).filter((key) => !key.startsWith("Alt+")).map((key) => `${file}: ${key}`)
  );
  const all = new Set(heard), known = new Set(table);
  const unlisted = [...all.difference(known)], unheard = [...known.difference(all)];
  deepEqual({ unlisted, unheard }, { unlisted: [], unheard: [] });
});
