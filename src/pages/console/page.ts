import { activeRuns, extensionOf, runOf, runOfAction } from "../../core/state/selectors.ts";
import type { AppState, WindowState } from "../../core/state/state.ts";
import * as z from "zod";
import { definePage, type ModelOf } from "../page.ts";
import { defineQuery } from "../query.ts";
import { titleIn } from "../resources.ts";
import { toastsOfRun } from "../shown.ts";

const isOfWindow = (command: { readonly run: string }, window: WindowState) =>
  command.run === window.params.run;
const isOwnExtension = (extension: string | undefined, window: WindowState, state: AppState) =>
  extension !== undefined && runOf(state, window.params.run)?.extension === extension;

/** Query: the lines of the run. All may be requested at once, because searching and saving need them all. */
export const log = defineQuery({
  params: z.strictObject({}),
  most: 10_000_000,
  rows: (_, { window, runLog }) => runLog(window.params.run ?? ""),
});

/** The page of one run. Its output is a query. */
export const consolePage = definePage({
  title: "Run",
  titleOf(state, params) {
    const run = runOf(state, params.run);
    return run ? titleIn(`${run.actionLabel} · ${run.extensionName}`, state, run.context ?? {}) : undefined;
  },
  width: 720,
  height: 420,
  single: false,
  model: () => {
    const toasts = toastsOfRun();
    return (state, window) => {
      const run = runOf(state, window.params.run);
      return {
        run,
        /** The installed version of the run's extension, for its icon and its state; null when it is not installed. */
        extension: run && extensionOf(state, run.extension),
        /** Whether the action is running, possibly as another run. */
        busy: run !== null && runOfAction(activeRuns(state), run.extension, run.action) !== undefined,
        toasts: toasts({ state, run }),
      };
    };
  },
  queries: { log },
  commands: {
    runAgain: isOfWindow,
    stopRun: isOfWindow,
    clickButton: isOfWindow,
    dismissToast: true,
    runAction: (command, window, state) => {
      const run = runOf(state, window.params.run);
      return run?.extension === command.extension && run.action === command.action;
    },
    openSource: (command, window, state) => isOwnExtension(command.extension, window, state),
  },
});

/** The model of the console page. */
export type ConsoleModel = ModelOf<typeof consolePage>;
