import type { IconName } from "./system/mod.ts";

/** The glyph for each verb, for buttons without a glyph. */
const VERBS: Readonly<Record<string, IconName>> = {
  Add: "plus",
  New: "plus",
  Copy: "copy",
  Save: "save",
  Export: "save",
  All: "end",
  More: "end",
  Remove: "trash",
  Delete: "trash",
  Forget: "trash",
  Cancel: "cross",
  Close: "cross",
  Later: "cross",
  Open: "out",
  Show: "eye",
  Cell: "eye",
  Hide: "eyeOff",
  Stop: "stop",
  Run: "play",
  Start: "play",
  Begin: "lock",
  Redeploy: "again",
  Undo: "again",
  Reset: "again",
  Sign: "key",
  Check: "check",
  Test: "check",
  Find: "search",
  Query: "table",
  Chart: "image",
  Logs: "console",
  Terminal: "console",
  Console: "globe",
  Trust: "shield",
  Change: "gear",
  Edit: "gear",
  Scale: "gear",
};

/** Returns the glyph for the first word of a button's or link's text. */
export function iconOfVerb(label: string): IconName {
  const [verb = ""] = label.split(/[\s…:]/);
  return VERBS[verb] ?? "right";
}
