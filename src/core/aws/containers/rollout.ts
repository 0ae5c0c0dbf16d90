/** The words in lists for a deployment that needs attention, and the words that find it; null for every other. */
export function rolloutWords(rollout: string | undefined): "rolling out" | "failed" | null {
  return rollout === "IN_PROGRESS" ? "rolling out" : rollout === "FAILED" ? "failed" : null;
}
