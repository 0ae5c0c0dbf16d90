import type { Pick } from "../text/pick.ts";

/** The statements to run, and how. */
export interface TabRequest {
  readonly text: string;
  readonly pick: Pick;
  /** Values of the parameters (`:name`) in the text; null is NULL. */
  readonly values?: Readonly<Record<string, string | null>>;
  /** Asks for the plan instead of the rows; `analyze` runs the statement for it. */
  readonly explain?: "plan" | "analyze";
}
