import type { QueryWindowState, TabState } from "../../../core/state/query_window.ts";
import type { PageCommand } from "../../system/mod.ts";
import { moveFocus } from "./move_focus.ts";
import type { Over } from "./over.ts";
import type { QueryView } from "./query_view.ts";

/** Actions of the window that its commands need besides those of the view. */
interface QueryActs {
  readonly acts: () => QueryView;
  readonly over: (over: Over) => void;
  readonly catalog: (focus: boolean) => void;
  readonly refreshServerCatalog: () => void;
  readonly turn: (by: 1 | -1) => void;
  readonly write: (on: boolean) => void;
  readonly anotherWay: () => void;
  /**
   * Accepts what is typed in the editor of a cell. Returns false when the cell cannot have that value; the
   * command does nothing then.
   */
  readonly taken: () => boolean;
}

/** A command of a query window, available by its shortcut, by Ctrl+K and, with `more`, in the menu “…”. */
interface QueryCommand extends PageCommand {
  /** Whether the command is in the menu “…” beside Run. */
  readonly more?: true;
}

/** Returns the commands for the current tab. `asks`: whether questions in plain language are turned on. */
export function queryCommands(
  { queryWindow, tab, asks, faultAt, ...on }: QueryActs & {
    readonly queryWindow: QueryWindowState;
    readonly tab: TabState;
    readonly asks: boolean;
    /** Offset in the text at which the newest statement failed; undefined when it did not. */
    readonly faultAt: number | undefined;
  },
): readonly QueryCommand[] {
  const { acts } = on;
  const logs = queryWindow.engine === "logs";
  const several = queryWindow.tabs.length > 1;
  const more = true;
  const commands: readonly QueryCommand[] = [
    { label: "Run", icon: "play", shortcut: "Mod+Enter", onPick: () => void acts().run("statement") },
    {
      label: "Run all",
      icon: "play",
      shortcut: "Mod+Shift+Enter",
      more,
      onPick: () => void acts().run("all"),
    },
    {
      label: "Plan",
      alone: "Show the plan",
      icon: "search",
      disabled: logs,
      more,
      onPick: () => void acts().run("statement", "plan"),
    },
    {
      label: "Plan with times",
      alone: "Show the plan with times",
      icon: "clock",
      disabled: queryWindow.engine !== "postgres",
      more,
      onPick: () => void acts().run("statement", "analyze"),
    },
    { label: "Export rows…", icon: "save", shortcut: "Mod+Shift+E", more, onPick: () => acts().askExport() },
    {
      label: "Format",
      icon: "wrap",
      shortcut: "Mod+Shift+I",
      apart: true,
      more,
      onPick: () => void acts().format(),
    },
    { label: "New tab", icon: "plus", shortcut: "Mod+T", onPick: () => void acts().add() },
    { label: "Close this tab", icon: "cross", shortcut: "Mod+W", onPick: () => void acts().closeTab(tab.id) },
    {
      label: "Reopen closed tab",
      icon: "again",
      shortcut: "Mod+Shift+T",
      more,
      onPick: () => void acts().reopen(),
    },
    {
      label: "Rename this tab…",
      icon: "gear",
      onPick: () => on.over({ kind: "rename", tab: tab.id, title: tab.title }),
    },
    { label: "Go to the next tab", shortcut: "Mod+PageDown", disabled: !several, onPick: () => on.turn(1) },
    { label: "Go to the tab before", shortcut: "Mod+PageUp", disabled: !several, onPick: () => on.turn(-1) },
    {
      label: "Save query…",
      icon: "plus",
      shortcut: "Mod+S",
      more,
      onPick: () => on.over({ kind: "save", tab: tab.id }),
    },
    {
      label: "Ask in plain language…",
      icon: "right",
      shortcut: "Mod+Shift+A",
      disabled: !asks,
      apart: true,
      more,
      onPick: () => on.over({ kind: "ask" }),
    },
    {
      label: "Another way…",
      alone: "Go another way to the server",
      icon: "again",
      disabled: !queryWindow.found?.ways,
      more,
      onPick: on.anotherWay,
    },
    {
      label: "Saved and history",
      alone: "Find in saved and history",
      icon: "clock",
      shortcut: "Mod+H",
      more,
      onPick: () => on.over({ kind: "past" }),
    },
    {
      label: tab.writing ? "Go back to reading only" : "Let this tab write…",
      words: "reading writing lock",
      icon: "lock",
      shortcut: "Mod+Shift+L",
      disabled: logs,
      onPick: () => on.write(!tab.writing),
    },
    {
      label: "Choose times…",
      icon: "clock",
      shortcut: "Mod+Shift+L",
      disabled: !logs,
      onPick: () => on.over({ kind: "times" }),
    },
    { label: "Show or hide the catalog", icon: "folder", shortcut: "Mod+B", onPick: () => on.catalog(false) },
    { label: "Find a table", icon: "search", shortcut: "Mod+Shift+F", onPick: () => on.catalog(true) },
    { label: "Read the catalog again", icon: "again", shortcut: "F5", onPick: on.refreshServerCatalog },
    { label: "Filter fetched rows", icon: "search", disabled: !tab.results.length, onPick: filterRows },
    {
      label: "Go to the error",
      icon: "error",
      shortcut: "F8",
      disabled: faultAt === undefined,
      onPick: () => faultAt !== undefined && acts().go(faultAt),
    },
    {
      label: "Go to the next part of the window",
      words: "focus editor rows catalog",
      shortcut: "F6",
      onPick: () => moveFocus(false),
    },
    {
      label: "Go to the part before",
      words: "focus editor rows catalog",
      shortcut: "Shift+F6",
      onPick: () => moveFocus(true),
    },
  ];
  return commands.map((command) => ({ ...command, onPick: () => on.taken() && command.onPick() }));
}

/** Moves the focus to the filter of the rows. */
function filterRows(): void {
  const field = document.querySelector<HTMLInputElement>(".result-filter input");
  field?.focus();
  field?.select();
}
