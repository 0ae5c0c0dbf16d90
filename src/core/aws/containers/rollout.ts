/** Returns the words for a deployment that needs attention, which also find it in lists; null for any other. */
export function rolloutWords(rollout: string | undefined): "rolling out" | "failed" | null {
  return rollout === "IN_PROGRESS" ? "rolling out" : rollout === "FAILED" ? "failed" : null;
}
