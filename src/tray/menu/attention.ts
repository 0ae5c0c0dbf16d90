import { basename } from "node:path";
import { unreadableFault } from "../../core/config/unreadable.ts";
import type { Diagnostic } from "../../core/diagnostic.ts";
import type { AppState, DialogState } from "../../core/state/state.ts";
import { counted, LONGEST_LIST, type MenuItem, menuLabel, note, wrappedLines } from "./item.ts";

/** Returns what waits for the user: dialogs of actions and of Kedge, and bundles to review. */
export function waitingItems(state: AppState): MenuItem[] {
  const dialogs = state.dialogs.slice(0, LONGEST_LIST).map((dialog): MenuItem => ({
    id: `dialog:${dialog.id}`,
    label: menuLabel(`${asker(state, dialog)}: ${question(dialog)}`),
    command: { name: "openWindow", page: "dialog", params: { dialog: dialog.id } },
  }));
  const reviews = state.reviews
    .filter((review) => review.status === "ready")
    .slice(0, LONGEST_LIST)
    .map((review): MenuItem => ({
      id: `review:${review.id}`,
      label: menuLabel(`Review ${review.bundle?.name ?? basename(review.source)}…`),
      command: { name: "openWindow", page: "review", params: { review: review.id } },
    }));
  return [...dialogs, ...reviews];
}

function asker(state: AppState, dialog: DialogState): string {
  const run = state.runs.find((candidate) => candidate.id === dialog.run);
  return run?.actionLabel ?? "Kedge";
}

function question(dialog: DialogState): string {
  switch (dialog.kind) {
    case "alert":
    case "confirm":
      return dialog.message;
    case "ask":
      return dialog.title || dialog.field.label;
    case "form":
    case "html":
      return dialog.title || "a form to fill in";
    case "login":
      return `password of ${dialog.server}`;
    case "way":
      return dialog.title;
    case "account":
      return `account for ${dialog.actionLabel}`;
  }
}

/**
 * Returns the problems. A configuration that does not parse has a line in the menu itself, because nothing in
 * it applies; all other problems are in a submenu.
 */
export function problemItems(state: AppState): MenuItem[] {
  const { config } = state;
  const fault = config.status === "stale" ? unreadableFault(config.diagnostics) : undefined;
  const stale = fault ? [fault] : [];
  const rest = config.diagnostics.filter((diagnostic) => !stale.includes(diagnostic));
  const items = [
    ...state.problems.map(problemItem),
    ...rest.slice(0, LONGEST_LIST).map(diagnosticItem(state)),
  ];
  const count = state.problems.length + rest.length;
  const beyond = rest.length - LONGEST_LIST;
  if (beyond > 0) {
    items.push({
      id: "problems:more",
      label: `More… (${beyond})`,
      command: { name: "openWindow", page: "settings", params: { section: "file" } },
    });
  }
  return [
    ...stale.map(diagnosticItem(state)),
    ...(count > 0 ? [{ id: "problems", label: `⚠ ${counted(count, "problem")}`, items }] : []),
  ];
}

function problemItem(problem: AppState["problems"][number]): MenuItem {
  const id = `problem:${problem.code}`;
  return {
    id,
    label: `⚠ ${menuLabel(problem.message)}`,
    items: [
      ...wrappedLines(problem.hint).map((line, index) => note(`${id}:hint:${index}`, line)),
      ...(problem.code === "no-webview"
        ? [{
          id: `${id}:browser`,
          label: "Open windows in the browser",
          command: { name: "useBrowser" } as const,
        }]
        : []),
    ],
  };
}

/** Returns the line of a diagnostic, `⚠ config.json:12:3 message`; a click opens the file at that position. */
function diagnosticItem(state: AppState): (diagnostic: Diagnostic) => MenuItem {
  return (diagnostic) => {
    const { line, column } = diagnostic;
    const position = [basename(state.config.file), line, line === undefined ? undefined : column];
    const where = position.filter((part) => part !== undefined).join(":");
    return {
      id: `diagnostic:${diagnostic.code}:${diagnostic.path.join("/")}:${line ?? 0}:${column ?? 0}`,
      label: menuLabel(`⚠ ${where} ${diagnostic.message}`, 100),
      command: {
        name: "openConfig",
        ...(line === undefined ? {} : { line }),
        ...(column === undefined ? {} : { column }),
      },
    };
  };
}
