import { runWords } from "../../state/run_words.ts";
import { selector } from "../../state/selector.ts";
import { activeRuns } from "../../state/selectors.ts";
import type { AppState } from "../../state/state.ts";
import { entryKind } from "../entry.ts";

/** The fields of running actions that are shown. Other fields change many times a second. */
const running = selector(
  (state: AppState) => [activeRuns(state)],
  (runs) =>
    runs.map((run) => ({
      id: run.id,
      title: run.actionLabel,
      detail: `${run.extensionName} · ${run.button.label ?? runWords(run)}`,
      env: run.context?.env ?? null,
      stopping: run.status === "stopping",
      around: `running ${run.extensionName} ${run.button.label ?? ""} ${run.context?.name ?? ""} ${
        run.context?.account ?? ""
      }`,
    })),
);

/** Running actions; Enter shows the console. */
export const runs = entryKind<ReturnType<typeof running>[number]>({
  label: "Running",
  heading: "Running",
  weight: 1.5,
  first: true,
  items: running,
  id: ({ id }) => `run:${id}`,
  title: ({ title }) => title,
  around: ({ around }) => around,
  entry: ({ id, detail, env, stopping }) => ({
    detail,
    verb: "Show output",
    icon: "console",
    env,
    command: { name: "openWindow", page: "console", params: { run: id } },
    more: [{
      label: stopping ? "End now" : "Stop",
      shortcut: "Mod+Delete",
      command: { name: "stopRun", run: id, ...(stopping && { now: true }) },
    }],
  }),
});
