import type { Problem } from "../state/state.ts";
import type { Store } from "../state/store.ts";

/** Missing or broken parts of the desktop, one per code. */
export interface Problems {
  /** Adds the problem, or replaces the one with its code. */
  set(problem: Problem): void;
  clear(code: string): void;
}

/** Makes the problem list of a store. */
export function createProblems(store: Store): Problems {
  return {
    set(problem) {
      store.update((state) => {
        const before = state.problems.find(({ code }) => code === problem.code);
        if (before?.message === problem.message && before.hint === problem.hint) return state;
        const others = state.problems.filter(({ code }) => code !== problem.code);
        return { ...state, problems: [...others, problem] };
      });
    },
    clear(code) {
      store.update((state) =>
        state.problems.some((problem) => problem.code === code)
          ? { ...state, problems: state.problems.filter((problem) => problem.code !== code) }
          : state
      );
    },
  };
}
