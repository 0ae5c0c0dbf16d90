import type { JSX } from "preact";
import { Icon } from "../../../system/mod.ts";
import { seen } from "../../../text/visible.tsx";
import { type GridColumn, isNumeric } from "./formats.ts";
import type { Shown } from "./pages_cache.ts";

/** The names of the columns in view. */
export function GridHead(
  { columns, from, to, gutter, lefts, widths, sort, onSort, onWidth }: {
    readonly columns: readonly GridColumn[];
    readonly from: number;
    readonly to: number;
    readonly gutter: number;
    readonly lefts: readonly number[];
    readonly widths: readonly number[];
    readonly sort: Shown["sort"];
    readonly onSort: (column: number) => void;
    readonly onWidth: (column: number, width: number) => void;
  },
): JSX.Element {
  const heads: JSX.Element[] = [];
  for (let column = from; column <= to; column++) {
    const { name, type } = columns[column]!;
    const sorted = sort?.column === column ? sort : null;
    heads.push(
      <div
        key={column}
        class={`grid-column${isNumeric(columns[column]!) ? " number" : ""}`}
        role="columnheader"
        aria-colindex={column + 2}
        aria-sort={sorted ? (sorted.descending ? "descending" : "ascending") : undefined}
        title={`${name} · ${type}`}
        style={{ left: `${gutter + lefts[column]!}px`, width: `${widths[column]!}px` }}
        onClick={() => onSort(column)}
      >
        <span class="cut">{name === "" ? "?" : seen(name)}</span>
        {sorted && <Icon name={sorted.descending ? "down" : "up"} />}
        <span
          class="grid-grip"
          onClick={(event) => event.stopPropagation()}
          onPointerDown={(event) => resize(event, widths[column]!, (width) => onWidth(column, width))}
        />
      </div>,
    );
  }
  return (
    <div class="grid-head" role="row" aria-rowindex={1} style={{ width: `${gutter + lefts.at(-1)!}px` }}>
      <div class="grid-corner" role="columnheader" style={{ width: `${gutter}px` }}>
        <span class="aside">Row</span>
      </div>
      {heads}
    </div>
  );
}

/** Resizes a column with the pointer until it is released. */
function resize(event: PointerEvent, width: number, onWidth: (width: number) => void): void {
  event.stopPropagation();
  const grip = event.currentTarget as HTMLElement;
  const from = event.clientX;
  grip.setPointerCapture(event.pointerId);
  grip.onpointermove = (move) => onWidth(Math.max(32, Math.min(1200, width + move.clientX - from)));
  grip.onpointerup = () => {
    grip.onpointermove = null;
    grip.onpointerup = null;
  };
}
