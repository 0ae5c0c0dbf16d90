import type { ComponentChildren, JSX } from "preact";
import type { CellPosition } from "./selection.ts";

/** The properties of an overlay at a cell. */
export interface OverProps {
  readonly at: CellPosition;
  /** Whether it opens upwards, because there is no room below the cell. */
  readonly above: boolean;
  /** Whether it extends to the left, because there is no room to the right. */
  readonly before: boolean;
  readonly style: Readonly<Record<string, string>>;
  readonly children: ComponentChildren;
}

/** An overlay at a cell, larger than the cell. Screen readers read it as that cell. */
export function CellOver({ at, above, before, style, children }: OverProps): JSX.Element {
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

/** A remark at a cell: why it cannot be edited, or the server's error about it. */
export function CellRemark(
  { text, ...over }: Omit<OverProps, "children"> & { readonly text: string },
): JSX.Element {
  return (
    <CellOver {...over}>
      <div class="cell-room" />
      <div class="cell-fault" role="alert">{text}</div>
    </CellOver>
  );
}
