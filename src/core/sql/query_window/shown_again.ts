import type { TabState } from "../../state/query_window.ts";

/** Returns the tab whose whole text is this one, so that the text is not opened a second time. */
export function tabWith(
  text: string,
  tabs: readonly Pick<TabState, "id">[],
  textOf: (tab: string) => string | undefined,
): string | undefined {
  const wanted = text.trim();
  return wanted === "" ? undefined : tabs.find(({ id }) => textOf(id)?.trim() === wanted)?.id;
}

/** Whether a tab has no rows to show, and nothing of the user's that running its statement would disturb. */
export function lacksRows({ run, hold, transaction, ask, results }: TabState): boolean {
  if (run || hold || transaction || ask) return false;
  const latest = results.at(-1);
  return latest?.kind !== "rows" || latest.status === "failed" || latest.status === "stopped";
}
