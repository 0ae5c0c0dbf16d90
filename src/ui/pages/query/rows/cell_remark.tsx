import type { JSX } from "preact";
import { CellOver } from "./cell_over.tsx";
import type { CellPosition } from "./selection.ts";

/** Something about a cell, where that stands: why it cannot be edited, or what the server said of it. */
export function CellRemark(
  { text, ...over }: {
    readonly text: string;
    readonly at: CellPosition;
    readonly style: Readonly<Record<string, string>>;
    readonly above: boolean;
    readonly before: boolean;
  },
): JSX.Element {
  return (
    <CellOver {...over}>
      <div class="cell-room" />
      <div class="cell-fault" role="alert">{text}</div>
    </CellOver>
  );
}
