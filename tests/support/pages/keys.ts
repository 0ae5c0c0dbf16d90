/** A line of Ctrl+K that does the same as a key: the gallery's scene that shows it, and the beginning of its label. */
export interface FoundKey {
  readonly scene: string;
  readonly label: string;
  /** Keys shown beside the line, if its page shows them. */
  readonly keys?: string;
  /** Keys that select the row first; a text after `=` is typed. */
  readonly press?: readonly string[];
}

/** Reasons why a key needs no line of its own. */
const FIELD = "it is about what is typed in its field";
const MARKED = "it presses the marked button";
const PICKS = "it takes the row that is marked";
const GUARD = "it looks whether the key was meant";
const EDITOR = "the editor of a cell has it while one types there";

const found = (scene: string, label: string, keys?: string): FoundKey => ({
  scene,
  label,
  ...(keys && { keys }),
});

/** Keys that move, leave or type everywhere. Ctrl+K lists only actions. */
export const MOVING: ReadonlySet<string> = new Set([
  ...["Escape", "Tab", "Home", "End", "PageUp", "PageDown", "Backspace", " "],
  ...["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Alt", "Mod", "Shift", "Unidentified"],
]);

/**
 * Keys that each file of src/ui handles, with the line of Ctrl+K that does the same, or the reason why there
 * is none.
 */
export const KEYS: Readonly<Record<string, Readonly<Record<string, string | FoundKey>>>> = {
  "actions_here.tsx": { Enter: PICKS, k: "it opens the list itself" },
  "guide_key.ts": { F1: found("accounts", "Open the guide", "F1") },
  "native.ts": {
    "+": found("accounts", "Make everything larger", "Ctrl +"),
    "=": found("accounts", "Make everything larger", "Ctrl +"),
    "-": found("accounts", "Make everything smaller", "Ctrl −"),
    _: found("accounts", "Make everything smaller", "Ctrl −"),
    "0": found("accounts", "Go back to the usual size", "Ctrl 0"),
  },
  "pages/accounts/page.tsx": { Enter: found("accounts", "Open the console as Operator", "↵") },
  "pages/catalogue/page.tsx": { Enter: found("catalogue", "Review the update", "↵") },
  "pages/configure/account_control.tsx": { Enter: FIELD },
  "pages/databases/database.tsx": { Enter: MARKED },
  "pages/databases/secret_choice.tsx": { Enter: PICKS },
  "pages/dialog/report.tsx": { p: found("dialog-html", "Print", "Ctrl P") },
  "pages/everywhere/page.tsx": { Enter: found("everywhere-index", "Ask the accounts too", "Ctrl ↵") },
  "pages/guide/page.tsx": { Enter: "it leads from the field to the text" },
  "pages/home/page.tsx": {
    "/": FIELD,
    Enter: PICKS,
    k: "it opens the palette, which finds all of it",
  },
  "pages/log_groups/page.tsx": {
    b: found("log-groups", "Select", "Ctrl B"),
    i: found("log-groups", "Query", "Ctrl I"),
  },
  "pages/logs/page.tsx": { i: found("logs-groups", "Query with Logs Insights", "Ctrl I") },
  "pages/palette/page.tsx": { Enter: PICKS },
  "pages/publish/page.tsx": { Enter: FIELD },
  "pages/query/catalog.tsx": {
    Enter: { ...found("query", "First rows of orders", "↵"), press: ["Control+Shift+f", "=orders"] },
  },
  "pages/query/rows/cell_editor.tsx": { Enter: EDITOR, F2: EDITOR, F9: EDITOR },
  "pages/query/rows/edit_keys.ts": {
    Delete: found("query-edit", "Set to NULL", "Del"),
    Enter: found("query-edit", "Edit it in a larger field", "Shift ↵"),
    F2: found("query-edit", "Edit the cell", "F2"),
    Insert: found("query-edit", "Add a row", "Insert"),
    d: found("query-edit", "Copy the row as a new one", "Ctrl D"),
    v: found("query-edit", "Paste", "Ctrl V"),
    y: "“Redo” is there once something was undone",
    z: found("query-edit", "Undo", "Ctrl Z"),
  },
  "pages/query/rows/grid.tsx": {
    Enter: found("query", "Show the cell"),
    F2: found("query", "Show the cell"),
    KeyS: found("query-edit", "Sort by ", "Alt S"),
    c: found("query", "Copy as Text", "Ctrl C"),
    s: found("query", "Sort by ", "S"),
  },
  "pages/query/rows/result.tsx": {
    F9: found("query-edit", "Review the changes", "F9"),
    l: found("query-logs", "Show the lines around it", "l"),
  },
  "pages/query/rows/selection.ts": { a: "it selects" },
  "pages/query/window_keys.ts": {
    r: found("query-hold", "Roll back", "Ctrl Shift R"),
    s: found("query-hold", "Commit", "Ctrl Shift S"),
    t: found("query", "New tab", "Ctrl T"),
    w: found("query", "Close this tab", "Ctrl W"),
  },
  "pages/review/decision.tsx": { Enter: found("review-update", "Trust and ", "Ctrl ↵") },
  "pages/secrets/finding.tsx": { Enter: FIELD },
  "pages/secrets/page.tsx": { Enter: found("secrets-read", "Copy whole", "Ctrl ↵") },
  "pages/secrets/secret.tsx": { Enter: "it copies what is being read, once it comes" },
  "pages/settings/entries.tsx": {
    "Alt+ArrowUp": found("settings-servers", "Move up"),
    "Alt+ArrowDown": found("settings-servers", "Move down"),
    Delete: found("settings-servers", "Remove"),
  },
  "pages/settings/page.tsx": { z: found("settings-general", "Undo", "Ctrl Z") },
  "pages/settings/single.tsx": { Enter: FIELD },
  "parts/resources/resource_list.tsx": { Enter: found("secrets", "Read its keys", "↵") },
  "parts/resources/use_resources.ts": { F5: found("services", "Refresh", "F5") },
  "parts/run/again.ts": {
    Enter: found("console-answered", "Run again with the same answers", "Ctrl Shift ↵"),
  },
  "parts/run/output.tsx": {
    Enter: found("logs-groups-chosen", "Show the lines around it", "Ctrl ↵"),
    "Alt+ArrowUp": found("logs-groups", "Choose the line above", "Alt ↑"),
    "Alt+ArrowDown": found("logs-groups", "Choose the line below", "Alt ↓"),
  },
  "system/by_itself.ts": { Enter: GUARD },
  "system/code/find.tsx": {
    Enter: FIELD,
    F3: found("review-find", "Go to the next match", "F3"),
    f: found("review-update", "Find", "Ctrl F"),
    g: found("review-update", "Go to a line", "Ctrl G"),
  },
  "system/controls/search_field.tsx": { Enter: FIELD },
  "system/controls/suggest_input.tsx": { Enter: PICKS },
  "system/document_keys.ts": { Enter: GUARD },
  "system/find_key.ts": { f: found("services", "Find a service", "Ctrl F") },
  "system/frame.tsx": { Enter: MARKED },
  "system/lists/tabs.tsx": {
    Delete: found("query", "Close this tab", "Ctrl W"),
    F2: found("query", "Rename this tab"),
  },
  "system/sheet.tsx": { Enter: MARKED },
  "system/unread.ts": { Enter: GUARD },
};
