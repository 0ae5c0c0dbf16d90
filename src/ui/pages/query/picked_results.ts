import { useEffect, useRef, useState } from "preact/hooks";
import type { TabState } from "../../../core/state/query_window.ts";

/** Remembers the result that the user chose in each tab until a newer one begins there. */
export function usePickedResults(tab: TabState | null) {
  const [picked, setPicked] = useState<Readonly<Record<string, string>>>({});
  /** The newest result of each tab when the tab was shown last. */
  const newest = useRef(new Map<string, string>()).current;
  /** Shows the newest result of a tab again. */
  const forget = (tab: string) => setPicked(({ [tab]: _, ...rest }) => rest);
  const latest = tab?.results.at(-1)?.id;
  useEffect(() => {
    if (!tab || latest === undefined) return;
    const before = newest.get(tab.id);
    newest.set(tab.id, latest);
    // When the newest one was closed, none has begun and the chosen one stays.
    if (before !== latest && tab.results.some(({ id }) => id === before)) forget(tab.id);
  }, [tab?.id, latest]);
  return {
    /** The result that the user chose in the shown tab; null for the newest one. */
    current: (tab && picked[tab.id]) ?? null,
    pick: (tab: string, result: string) => setPicked((all) => ({ ...all, [tab]: result })),
    forget,
  };
}
