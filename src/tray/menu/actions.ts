import { actionEntryId, activeRuns, runOfAction } from "../../core/state/selectors.ts";
import type { ActionState, AppState, ExtensionState, RunState } from "../../core/state/state.ts";
import {
  commandItem,
  grouped,
  limited,
  MAX_LISTED,
  type MenuItem,
  menuLabel,
  note,
  pageItem,
} from "./item.ts";

/** Returns the menu of actions, grouped by extension. A single extension gets no submenu of its own. */
export function actionsMenu(state: AppState): MenuItem {
  return { id: "actions", label: "Actions", items: list(state) };
}

function list(state: AppState): MenuItem[] {
  const { extensions } = state;
  if (extensions.length === 0) {
    return [pageItem("actions:none", "Install an extension…", "extensions")];
  }
  const [only] = extensions;
  if (extensions.length === 1 && only) {
    return [note(`actions:${only.id}`, extensionLabel(only)), ...extensionActions(state, only)];
  }
  return limited(extensions, (extension) => ({
    id: `actions:${extension.id}`,
    label: extensionLabel(extension),
    items: extensionActions(state, extension),
  }), { id: "actions", filter: "actions" });
}

/** Returns the name of an extension, with a mark when its author is developing it in this Kedge. */
function extensionLabel({ name, developed }: ExtensionState): string {
  return developed ? `${menuLabel(name)} · dev` : menuLabel(name);
}

function extensionActions(state: AppState, extension: ExtensionState): MenuItem[] {
  const id = `actions:${extension.id}`;
  const actions = limited(extension.actions, (action) => actionItem(state, extension, action), {
    id,
    filter: `actions ${menuLabel(extension.name)}`,
  });
  return grouped(id, [trustItems(id, extension), actions]);
}

/**
 * Returns lines that tell why no action of this extension runs, with the next step; empty when the extension
 * is trusted.
 */
function trustItems(id: string, extension: ExtensionState): MenuItem[] {
  if (extension.trust === "changed") {
    return [
      note(`${id}:changed`, "Files changed since you reviewed them"),
      commandItem(`${id}:review`, "Review again…", { name: "reviewInstalled", extension: extension.id }),
    ];
  }
  if (extension.trust === "broken") {
    const why = extension.diagnostics.find((diagnostic) => diagnostic.severity === "error");
    return [
      note(`${id}:broken`, menuLabel(why?.message ?? "Its files cannot be read")),
      pageItem(`${id}:reinstall`, "Install it again…", "extensions"),
    ];
  }
  return [];
}

function actionItem(state: AppState, extension: ExtensionState, action: ActionState): MenuItem {
  const id = actionEntryId(extension.id, action.id);
  const label = menuLabel(action.label, 50);
  const run = runOfAction(activeRuns(state), extension.id, action.id);
  if (run) return { id, label: runLabel(run), items: runItems(id, run) };
  switch (action.state) {
    case "enabled":
      return commandItem(id, label, { name: "runAction", extension: extension.id, action: action.id });
    case "incompatible":
    case "withdrawn":
      return note(id, action.badge ? `${label} · ${menuLabel(action.badge, 30)}` : label);
    case "changed":
      return note(id, label);
  }
}

/**
 * Returns all active runs at the top of the menu, each with Stop in its submenu, so that the user finds a run
 * that hangs at once.
 */
export function runningItems(state: AppState): MenuItem[] {
  return activeRuns(state).slice(0, MAX_LISTED).map((run) => ({
    id: `run:${run.id}`,
    label: runLabel(run),
    items: runItems(`run:${run.id}`, run),
  }));
}

const PHASES: Partial<Record<RunState["status"], string>> = {
  preparing: "preparing",
  compiling: "compiling",
  waiting: "waits for you",
  stopping: "stopping",
};

/** Returns the label of a run with its progress: `Deploy · 40 %`, `Deploy · waits for you`. */
function runLabel(run: RunState): string {
  const label = menuLabel(run.button.label || run.actionLabel, 50);
  const fraction = run.button.progress ?? run.progress?.fraction;
  const phase = PHASES[run.status] ?? (typeof fraction === "number" ? percent(fraction) : "running");
  return `${label} · ${phase}`;
}

function percent(fraction: number): string {
  return `${Math.round(100 * Math.min(1, Math.max(0, fraction || 0)))} %`;
}

const stopOf = ({ id, status }: RunState) =>
  ({ name: "stopRun", run: id, ...(status === "stopping" && { now: true }) }) as const;

function runItems(id: string, run: RunState): MenuItem[] {
  const button = menuLabel(run.button.label || run.actionLabel, 50);
  return [
    ...(run.button.takesClicks
      ? [commandItem(`${id}:click`, button, { name: "clickButton", run: run.id })]
      : []),
    commandItem(`${id}:stop`, run.status === "stopping" ? "End now" : "Stop", stopOf(run)),
    pageItem(`${id}:console`, "Show output", "console", { run: run.id }),
  ];
}
