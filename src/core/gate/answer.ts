/** The end of a call, in the form for the agent. */
export type ToolAnswer =
  | { readonly status: "done"; readonly value: Readonly<Record<string, unknown>>; readonly rows?: number }
  /** It is not ended: a person has to do something first. The same call again joins it. */
  | { readonly status: "waiting"; readonly message: string; readonly hint: string }
  | ToolRefusal;

/** Why there is nothing. `refused`: the gate or a person said no; nothing was done. */
export interface ToolRefusal {
  readonly status: "refused" | "failed" | "stopped";
  readonly error: string;
  readonly hint?: string;
  /** The server's code. */
  readonly code?: string;
  /** Where in the statement, from 1. */
  readonly line?: number;
  readonly column?: number;
}

/** Says no. */
export function refused(error: string, hint?: string): ToolRefusal {
  return { status: "refused", error, ...(hint && { hint }) };
}

/** Says that it did not work. */
export function failed(error: string, hint?: string): ToolRefusal {
  return { status: "failed", error, ...(hint && { hint }) };
}
