import { actionEntryId, activeRuns, runOfAction } from "../../core/state/selectors.ts";
import type { ActionState, AppState, ExtensionState, RunState } from "../../core/state/state.ts";
import { grouped, limited, LONGEST_LIST, type MenuItem, menuLabel, note } from "./item.ts";

/** Returns the menu of actions, grouped by extension. A single extension gets no submenu of its own. */
export function actionsMenu(state: AppState): MenuItem {
  return { id: "actions", label: "Actions", items: list(state) };
}

function list(state: AppState): MenuItem[] {
  const { extensions } = state;
  if (extensions.length === 0) {
    return [{
      id: "actions:none",
      label: "Install an extension…",
      command: { name: "openWindow", page: "extensions" },
    }];
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
      {
        id: `${id}:review`,
        label: "Review again…",
        command: { name: "reviewInstalled", extension: extension.id },
      },
    ];
  }
  if (extension.trust === "broken") {
    const why = extension.diagnostics.find((diagnostic) => diagnostic.severity === "error");
    return [
      note(`${id}:broken`, menuLabel(why?.message ?? "Its files cannot be read")),
      {
        id: `${id}:reinstall`,
        label: "Install it again…",
        command: { name: "openWindow", page: "extensions" },
      },
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
      return { id, label, command: { name: "runAction", extension: extension.id, action: action.id } };
    case "incompatible":
    case "withdrawn":
      return {
        id,
        label: action.badge ? `${label} · ${menuLabel(action.badge, 30)}` : label,
        enabled: false,
      };
    case "changed":
      return { id, label, enabled: false };
  }
}

/**
 * Returns all active runs at the top of the menu, each with Stop in its submenu, so that the user finds a run
 * that hangs at once.
 */
export function runningItems(state: AppState): MenuItem[] {
  return activeRuns(state).slice(0, LONGEST_LIST).map((run) => ({
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
  const click: MenuItem[] = run.button.takesClicks
    ? [{
      id: `${id}:click`,
      label: menuLabel(run.button.label || run.actionLabel, 50),
      command: { name: "clickButton", run: run.id },
    }]
    : [];
  return [
    ...click,
    {
      id: `${id}:stop`,
      label: run.status === "stopping" ? "End now" : "Stop",
      command: stopOf(run),
    },
    {
      id: `${id}:console`,
      label: "Show output",
      command: { name: "openWindow", page: "console", params: { run: run.id } },
    },
  ];
}
