import { basename } from "node:path";
import * as z from "zod";
import { activeRuns, extensionOf, runOf, runOfAction } from "../../core/state/selectors.ts";
import type { AppState, RunState, WindowState } from "../../core/state/state.ts";
import { fixedRows } from "../../core/resources/rows.ts";
import { definePage, type ModelOf } from "../page.ts";
import { defineQuery } from "../query.ts";
import { toastsOfRun } from "../shown.ts";

const workOf = (state: AppState, window: WindowState) =>
  state.development.find(({ folder }) => folder === window.params.folder) ?? null;

/** Returns the most recent run of the extension under development in the window; null when there is none. */
function lastRun(state: AppState, window: WindowState): RunState | null {
  const id = workOf(state, window)?.extension ?? null;
  return state.runs.filter((run) => run.developed && run.extension === id)
    .reduce((last: RunState | null, run) => last && last.startedAt >= run.startedAt ? last : run, null);
}

const isOwn = ({ extension }: { readonly extension: string }, window: WindowState, state: AppState) =>
  extension === workOf(state, window)?.extension;
const isOwnRun = ({ run }: { readonly run: string }, window: WindowState, state: AppState) => {
  const known = runOf(state, run);
  return known?.developed === true && isOwn(known, window, state);
};

/** Query: the lines of a run of the extension under development. */
export const developedLog = defineQuery({
  params: z.strictObject({ run: z.string().max(200) }),
  most: 10_000_000,
  rows: ({ run }, { store, window, runLog }) =>
    run === "" ? fixedRows([]) : isOwnRun({ run }, window, store.get()) ? runLog(run) : null,
});

/** The page of an extension under development: its problems and its last run. */
export const developmentPage = definePage({
  title: "Development",
  titleOf: ({ development }, { folder = "" }) =>
    `${development.find((one) => one.folder === folder)?.name ?? basename(folder)} · development`,
  width: 760,
  height: 520,
  single: false,
  model: () => {
    const toasts = toastsOfRun();
    return (state, window) => {
      const work = workOf(state, window);
      const run = lastRun(state, window);
      return {
        work,
        extension: work && extensionOf(state, work.extension ?? undefined),
        run,
        /** Whether the action of the last run is running, possibly as another run. */
        busy: run !== null && runOfAction(activeRuns(state), run.extension, run.action) !== undefined,
        toasts: toasts({ state, run }),
      };
    };
  },
  queries: { developedLog },
  commands: {
    runAction: isOwn,
    openFolder: isOwn,
    openSource: isOwn,
    endDevelopment: isOwn,
    runAgain: isOwnRun,
    stopRun: isOwnRun,
    clickButton: isOwnRun,
    dismissToast: true,
    openWindow: (command, window, state) =>
      ["configure", "publish"].includes(command.page) &&
      isOwn({ extension: command.params?.extension ?? "" }, window, state),
  },
});

/** The model of the development page. */
export type DevelopmentModel = ModelOf<typeof developmentPage>;
