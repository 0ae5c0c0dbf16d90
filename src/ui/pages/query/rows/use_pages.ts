import { useEffect, useMemo, useState } from "preact/hooks";
import type { ResultState } from "../../../../core/state/query_window.ts";
import type { Client } from "../../../client/mod.ts";
import { createPages, type RowPages, type Shown } from "./pages_cache.ts";

/** The rows of what is shown of a result, and how many there are. */
export interface ShownRows {
  readonly pages: RowPages;
  readonly count: number;
  /** All rows in the order in which they came. */
  readonly plain: boolean;
  readonly shown: Shown;
}

/** Follows the rows of a result: as they come, and as they are edited. */
export function usePages(
  client: Pick<Client, "query">,
  shown: Shown,
  { rows, edits }: Pick<ResultState, "rows" | "edits">,
): ShownRows {
  const [, render] = useState(0);
  const key = JSON.stringify(shown);
  const plain = shown.sort === null && shown.filter === "";
  const pages = useMemo(() => createPages(client, shown, () => render((n) => n + 1)), [client, key]);
  useEffect(() => () => pages.close(), [pages]);
  useEffect(() => pages.grown(!plain), [pages, rows]);
  useEffect(() => {
    if (edits) pages.grown(true);
  }, [pages, edits?.version]);
  return { pages, plain, shown, count: plain ? rows + (edits?.added ?? 0) : pages.total ?? 0 };
}
