/** What `--list` takes for the running Kedge's answer. */
import { equal } from "node:assert/strict";
import { isListing } from "../../../src/cli/extensions/listing.ts";
import type { ExtensionState } from "../../../src/core/state/state.ts";
import { fullState } from "../../desktop/gallery/state.ts";

const LIST: readonly ExtensionState[] = [{
  id: "tools",
  name: "Tools",
  trust: "trusted",
  hash: "0".repeat(64),
  source: "/tmp/tools",
  installedAt: 1,
  diagnostics: [],
  actions: [{
    id: "greet",
    label: "Greet",
    entry: "greet.go",
    state: "enabled",
    contextMode: "inherit",
    hideSpinner: false,
    console: "auto",
  }],
}];
const [TOOLS] = LIST, [GREET] = TOOLS!.actions;

/** What another program may answer instead. */
const NO_LISTS: Readonly<Record<string, unknown>> = {
  "nothing": undefined,
  "null": null,
  "an object": { length: 0 },
  "a text": "tools",
  "a list of texts": ["tools"],
  "entries without most fields": LIST.map(({ id, name }) => ({ id, name })),
  "a name that is an object": [{ ...TOOLS, name: { toString: "x" } }],
  "an unknown word for trust": [{ ...TOOLS, trust: "yes" }],
  "actions that are no list": [{ ...TOOLS, actions: {} }],
  "an action without a label": [{ ...TOOLS, actions: [{ ...GREET, label: undefined }] }],
  "a badge that is a number": [{ ...TOOLS, actions: [{ ...GREET, badge: 1 }] }],
  "settings that are a list": [{ ...TOOLS, actions: [{ ...GREET, own: [] }] }],
  "a problem without a message": [{ ...TOOLS, diagnostics: [{ severity: "error", code: "x", path: [] }] }],
};
for (const [what, value] of Object.entries(NO_LISTS)) {
  Deno.test(`isListing() refuses ${what}`, () => equal(isListing(value), false));
}

Deno.test("isListing() takes every extension of the state, as it comes from another process", () => {
  const { extensions } = fullState({});
  for (const list of [LIST, extensions]) equal(isListing(JSON.parse(JSON.stringify(list))), true);
});
