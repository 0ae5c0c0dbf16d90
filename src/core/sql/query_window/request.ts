import type { Pick } from "../text/pick.ts";

/** What to run. */
export interface TabRequest {
  readonly text: string;
  readonly pick: Pick;
  /** Values of its parameters (`:name`); null is NULL. */
  readonly values?: Readonly<Record<string, string | null>>;
  /** The plan is wanted instead; `analyze`: of a real execution. */
  readonly explain?: "plan" | "analyze";
}
