import { extensionOf, isActive, runOf } from "../../core/state/selectors.ts";
import { definePage, type ModelOf } from "../page.ts";

/** The page of a run whose action is being compiled, shown when that takes long. It closes by itself. */
export const preparingPage = definePage({
  title: "Preparing",
  titleOf: (state, { run }) => {
    const label = runOf(state, run)?.actionLabel;
    return label === undefined ? undefined : `Preparing ${label}`;
  },
  width: 420,
  height: 230,
  single: false,
  resizable: false,
  model: () => (state, { params }) => {
    const run = runOf(state, params.run);
    const extension = run && extensionOf(state, run.extension);
    return {
      /** The run; null once it has ended. */
      run: run && isActive(run) ? run : null,
      /** The icon of the action, else of the extension, as a path inside the bundle. */
      icon: extension?.actions.find(({ id }) => id === run?.action)?.icon ?? extension?.icon ?? null,
    };
  },
  commands: {
    stopRun: ({ run }, { params }) => run === params.run,
  },
});

/** The model of the page. */
export type PreparingModel = ModelOf<typeof preparingPage>;
