import type { Problem } from "../state/state.ts";
import { without } from "../state/list.ts";
import type { Writing } from "../state/store.ts";

/** Missing or broken parts of the desktop, one per code. */
export type ProblemList = ReturnType<typeof createProblems>;

/** Makes the problem list of a store. */
export function createProblems(store: Writing<"problems">) {
  const problems = store.slices.problems;
  return {
    /** Adds the problem, or replaces the one with the same code. */
    set(problem: Problem) {
      problems.update((all) => {
        const before = all.find(({ code }) => code === problem.code);
        if (before?.message === problem.message && before.hint === problem.hint) return all;
        return [...all.filter(({ code }) => code !== problem.code), problem];
      });
    },
    clear(code: string) {
      problems.update((all) => without(all, (problem) => problem.code === code));
    },
  };
}
