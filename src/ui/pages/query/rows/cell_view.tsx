import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ResultRow } from "../../../../core/sql/spill/rows.ts";
import type { Client } from "../../../client/mod.ts";
import { useAnswer } from "../../../page.ts";
import { CopyButton, Tool } from "../../../system/mod.ts";
import { count } from "../../../text/format.ts";
import { jsonTokens } from "../../../text/json_tokens.ts";
import { seen } from "../../../text/visible.tsx";
import { askCell, askRows } from "./fetch_cells.ts";
import type { GridColumn } from "./formats.ts";
import type { Shown } from "./pages_cache.ts";
import type { CellPosition } from "./selection.ts";
import { formatNumber } from "../../../../core/text/locale.ts";

/** Maximum characters of a cell shown. A copy contains all of them. */
const DRAWN = 200_000;

/** The whole value of one cell, beside the rows, so that keys still move among them. */
export function CellView(
  { client, shown, version, column, position, onClose }: {
    client: Pick<Client, "query">;
    shown: Shown;
    /** The version of the rows' edits; undefined before there are any. */
    version: number | undefined;
    column: GridColumn | undefined;
    position: CellPosition;
    onClose: () => void;
  },
): JSX.Element {
  const [pretty, setPretty] = useState(true);
  const key = JSON.stringify([shown, position, version]);
  const { cell, broken = false } = useAnswer(() => completeCell(client, shown, position), [key]) ?? {};
  const json = typeof cell === "string" && pretty ? asJson(cell) : null;
  const text = json ?? cell ?? "";
  return (
    <aside class="cell-view" aria-label="Cell">
      <div class="row cell-view-head">
        <strong class="cut">{seen(column?.name ?? "")}</strong>
        <span class="quiet small cut">{column?.type}</span>
        <span class="grow" />
        {typeof cell === "string" && asJson(cell) !== null && (
          <Tool
            icon="code"
            label="Indent"
            alone={pretty ? "Show it as it came" : "Indent it"}
            pressed={pretty}
            onClick={() => setPretty(!pretty)}
          />
        )}
        {typeof cell === "string" && (
          <CopyButton
            kind="bare"
            compact
            alone="Copy the cell"
            text={() => cell}
          />
        )}
        <Tool icon="cross" label="Close" alone="Hide the cell" onClick={onClose} />
      </div>
      <div class="cell-view-text scroll words mono" tabIndex={0} role="region" aria-label="Value">
        {cell === undefined
          ? ""
          : cell === null
          ? <i class="quiet">NULL</i>
          : cell === ""
          ? <i class="quiet">Empty text</i>
          : seen(text.slice(0, DRAWN), true)}
      </div>
      <div class="row quiet small cell-view-foot">
        {typeof cell === "string" && count(cell.length, "character")}
        {broken && ", bytes that are no UTF-8 stand as \ufffd"}
        {text.length > DRAWN && `, the first ${formatNumber(DRAWN)} are shown`}
      </div>
    </aside>
  );
}

async function completeCell(
  client: Pick<Client, "query">,
  shown: Shown,
  { row, column }: CellPosition,
): Promise<{ readonly cell: string | null | undefined; readonly broken: boolean }> {
  const [found] = await askRows<ResultRow>(client, "rows", shown, row, 1) ?? [];
  const broken = found?.broken?.includes(column) ?? false;
  if (!found?.cut?.includes(column)) return { cell: found?.cells[column], broken };
  return { cell: await askCell(client, shown, found.rowNumber ?? row, column), broken };
}

/** Returns a JSON document with indented lines, with its numbers and repeated keys unchanged; null for other texts. */
function asJson(text: string): string | null {
  const tokens = /^\s*[[{]/.test(text) && text.length <= DRAWN ? jsonTokens(text) : null;
  if (tokens === null) return null;
  let depth = 0;
  let shown = "";
  for (const token of tokens) {
    const line = () => "\n" + "  ".repeat(depth);
    if (token === "{" || token === "[") {
      depth++;
      shown += token + line();
    } else if (token === "}" || token === "]") {
      depth--;
      shown = shown.trimEnd() + (/[[{]$/.test(shown.trimEnd()) ? "" : line()) + token;
    } else if (token === ",") shown += token + line();
    else shown += token === ":" ? ": " : token;
  }
  return shown;
}
