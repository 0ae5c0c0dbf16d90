import type { ComponentChildren, JSX } from "preact";
import type { CellPosition } from "./selection.ts";

/** Lies over a cell and is larger than it. A screen reader reads it as that cell. */
export function CellOver(
  { at, above, before, style, children }: {
    readonly at: CellPosition;
    /** There is no room below it. */
    readonly above: boolean;
    /** Nor right of it. */
    readonly before: boolean;
    readonly style: Readonly<Record<string, string>>;
    readonly children: ComponentChildren;
  },
): JSX.Element {
  return (
    <div
      class={`cell-over${above ? " above" : ""}${before ? " before" : ""}`}
      role="row"
      aria-rowindex={at.row + 2}
      style={style}
      onPointerDown={(event) => event.stopPropagation()}
      onDblClick={(event) => event.stopPropagation()}
    >
      <div class="cell-over-inner" role="gridcell" aria-colindex={at.column + 2}>{children}</div>
    </div>
  );
}
