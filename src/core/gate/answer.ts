/** The result of a call, in the form for the agent. */
export type ToolAnswer =
  | { readonly status: "done"; readonly value: Readonly<Record<string, unknown>>; readonly rows?: number }
  /** The call has not ended because a person has to act first. Repeating the same call joins it. */
  | { readonly status: "waiting"; readonly message: string; readonly hint: string }
  | ToolRefusal;

/** Why a call has no result. `refused` means that the gate or a person refused and nothing was done. */
export interface ToolRefusal {
  readonly status: "refused" | "failed" | "stopped";
  readonly error: string;
  readonly hint?: string;
  /** Error code of the server. */
  readonly code?: string;
  /** Position in the statement, counted from 1. */
  readonly line?: number;
  readonly column?: number;
}

/** Returns a refusal. */
export function refused(error: string, hint?: string): ToolRefusal {
  return { status: "refused", error, ...(hint && { hint }) };
}

/** Returns a failure. */
export function failed(error: string, hint?: string): ToolRefusal {
  return { status: "failed", error, ...(hint && { hint }) };
}
