import type { JSX } from "preact";
import { CellOver } from "./cell_over.tsx";
import type { CellPosition } from "./selection.ts";

/** A remark at a cell: why it cannot be edited, or the server's error about it. */
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
