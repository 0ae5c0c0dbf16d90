import { useEffect, useMemo, useState } from "preact/hooks";
import type { ResultState } from "../../../../core/state/query_window.ts";
import type { Client } from "../../../client/mod.ts";
import { createPages, type RowPages, type Shown } from "./pages_cache.ts";

/** The rows of a result as shown, and their number. */
export interface ShownRows {
  readonly pages: RowPages;
  readonly count: number;
  /** Whether the rows are neither sorted nor filtered. */
  readonly plain: boolean;
  readonly shown: Shown;
}

/** Keeps the rows of a result up to date while they arrive and are edited. */
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
