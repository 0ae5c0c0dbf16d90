import { fieldsOf } from "../../core/json_values.ts";

/** Maximum characters of a statement that goes along with the question: one line has to hold both. */
export const MAX_STATEMENT_LENGTH = 1000;

/** Why an agent may not do something, with the next step. */
export interface Refused {
  readonly error: string;
  readonly hint: string;
}

/**
 * Reads the running Kedge's answer about an agent. Returns the key of what the user lets it at, null when the
 * gate does not apply, and a refusal for any other answer.
 */
export function readVerdict(answer: unknown, agent: string): Refused | string | null {
  const { allowed, granted, error, hint } = fieldsOf(answer);
  if (allowed === true && granted === undefined) return null;
  if (allowed === true && typeof granted === "string") return granted;
  return {
    error: typeof error === "string" ? error : `the running Kedge did not say whether ${agent} may do this`,
    hint: typeof hint === "string" ? hint : "Look into Kedge, then try again.",
  };
}
