import type { IconName } from "./system/mod.ts";

/** Verbs that share a glyph; a button without a glyph gets that of its first word. */
const GLYPHS: Readonly<Partial<Record<IconName, string>>> = {
  again: "Put Redeploy Redo Refresh Reopen Reset Roll Try Undo Update",
  check: "Allow Answer Check Choose Commit Keep Select Take Test Use",
  clock: "Do",
  code: "Indent",
  console: "Follow",
  copy: "Copy Paste",
  cross: "Cancel Clear Close Deny Deselect Dismiss Drop Leave Switch Withdraw",
  down: "Sort",
  end: "Fetch",
  extension: "Install",
  eye: "Preview Read Show",
  eyeOff: "Hide",
  filter: "Filter",
  gear: "Change Configure Edit Give Make Record Rename Replace Scale Set",
  image: "Draw",
  key: "Sign",
  lock: "Begin",
  out: "Open Publish",
  play: "Press Run Start",
  plus: "Add Insert New",
  print: "Print",
  right: "Continue Go Move",
  save: "Download Export Import Save Write",
  search: "Ask Find Look Search",
  shield: "Review Trust",
  stop: "End Stop",
  table: "Query",
  trash: "Delete Discard Forget Remove Uninstall",
  unlock: "Let",
  wrap: "Format Wrap",
};

/** The glyph for each verb. */
const VERBS = new Map(
  Object.entries(GLYPHS).flatMap(([glyph, verbs]) =>
    verbs.split(" ").map((verb) => [verb, glyph as IconName] as const)
  ),
);

/** Returns the glyph for the verb that a command's text begins with; tests hold every command to one of these verbs. */
export function iconOfVerb(label: string): IconName {
  return VERBS.get(label.split(/[\s…:,]/, 1)[0]!) ?? "more";
}
