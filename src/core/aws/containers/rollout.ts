/** What lists say of a deployment that is no matter of course, and what it is found by; null for every other. */
export function rolloutWords(rollout: string | undefined): "rolling out" | "failed" | null {
  return rollout === "IN_PROGRESS" ? "rolling out" : rollout === "FAILED" ? "failed" : null;
}
