/** Why an agent may not do something, with the next step. */
export interface Refused {
  readonly error: string;
  readonly hint: string;
}

/** The running Kedge's answer about an agent: `granted` where its user lets it, null where the gate is nothing to it. Another form refuses. */
export function readVerdict(answer: unknown, agent: string): Refused | "granted" | null {
  const { allowed, granted, error, hint } = (answer ?? {}) as Record<string, unknown>;
  if (allowed === true) return granted === true ? "granted" : null;
  return {
    error: typeof error === "string" ? error : `the running Kedge did not say whether ${agent} may do this`,
    hint: typeof hint === "string" ? hint : "Look into Kedge, then try again.",
  };
}
