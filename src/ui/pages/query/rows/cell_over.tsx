import type { ComponentChildren, JSX } from "preact";
import type { CellPosition } from "./selection.ts";

/** An overlay at a cell, larger than the cell. Screen readers read it as that cell. */
export function CellOver(
  { at, above, before, style, children }: {
    readonly at: CellPosition;
    /** Whether it opens upwards, because there is no room below the cell. */
    readonly above: boolean;
    /** Whether it extends to the left, because there is no room to the right. */
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
