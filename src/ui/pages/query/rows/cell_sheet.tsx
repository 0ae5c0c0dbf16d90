import type { JSX } from "preact";
import { Field, inputField, Sheet } from "../../../system/mod.ts";
import type { CellEdit, Editing } from "./editing_interface.ts";
import type { GridColumn } from "./formats.ts";

/** The larger editor of a cell for long texts, several lines and JSON documents. */
export function CellSheet(
  { cell, column, editing }: { cell: CellEdit; column: GridColumn; editing: Editing },
): JSX.Element {
  return (
    <Sheet
      title={`${column.name}, ${cell.rowNumber < 0 ? "new row" : `row ${cell.rowNumber + 1}`}`}
      marked="Set"
      problem={cell.fault ?? undefined}
      onSubmit={() => void editing.take()}
      onLeave={editing.leave}
    >
      <Field
        field={inputField({ key: "cell", kind: "textarea", label: column.type })}
        value={cell.text}
        autoFocus
        code
        onInput={editing.type}
      />
      <p class="quiet small">Ctrl+Enter sets it, Esc leaves it as it is. Nothing is written before Commit.</p>
    </Sheet>
  );
}
