import { basename } from "node:path";
import { unreadableFault } from "../../core/config/unreadable.ts";
import type { Diagnostic } from "../../core/diagnostic.ts";
import type { AppState, DialogState } from "../../core/state/state.ts";
import {
  commandItem,
  counted,
  MAX_LISTED,
  type MenuItem,
  menuLabel,
  notes,
  pageItem,
  wrappedLines,
} from "./item.ts";

/** Returns what waits for the user: dialogs of actions and of Kedge, and bundles to review. */
export function waitingItems(state: AppState): MenuItem[] {
  const dialogs = state.dialogs.slice(0, MAX_LISTED).map((dialog) => {
    const label = menuLabel(`${asker(state, dialog)}: ${question(dialog)}`);
    return pageItem(`dialog:${dialog.id}`, label, "dialog", { dialog: dialog.id });
  });
  const reviews = state.reviews
    .filter((review) => review.status === "ready")
    .slice(0, MAX_LISTED)
    .map(({ id, bundle, source }) => {
      const label = menuLabel(`Review ${bundle?.name ?? basename(source)}…`);
      return pageItem(`review:${id}`, label, "review", { review: id });
    });
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
    ...rest.slice(0, MAX_LISTED).map(diagnosticItem(state)),
  ];
  const count = state.problems.length + rest.length;
  const beyond = rest.length - MAX_LISTED;
  if (beyond > 0) {
    items.push(pageItem("problems:more", `More… (${beyond})`, "settings", { section: "file" }));
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
      ...notes(`${id}:hint`, wrappedLines(problem.hint)),
      ...(problem.code === "no-webview"
        ? [commandItem(`${id}:browser`, "Open windows in the browser", { name: "useBrowser" })]
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
