import type { JSX } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { isTab } from "../../../system/mod.ts";
import { seen } from "../../../text/visible.tsx";
import { CellOver, type OverProps } from "./cell_over.tsx";
import type { CellEdit, Editing } from "./editing_interface.ts";
import { type GridColumn, isNumeric } from "./formats.ts";

/** Where the selection moves after a value was accepted. */
export type After = "down" | "up" | "right" | "left" | "stay";

/** Maximum choices shown. */
const SHOWN = 12;

/** The editor of a cell in the grid. It offers the column's values where they are known. */
export function CellEditor(
  { cell, column, editing, onAfter, ...over }: Pick<OverProps, "style" | "above" | "before"> & {
    readonly cell: CellEdit;
    readonly column: GridColumn;
    readonly editing: Editing;
    readonly onAfter: (after: After) => void;
  },
): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  /** The text that filters the choices. Moving among the choices does not change it. */
  const [filter, setFilter] = useState(cell.touched ? cell.text : "");
  useLayoutEffect(() => {
    const field = input.current!;
    field.focus({ preventScroll: true });
    // Typing replaces the old value; after a letter that opened the editor, the user types on behind it.
    if (cell.touched) field.setSelectionRange(field.value.length, field.value.length);
    else field.select();
  }, [cell.row, cell.column]);
  const choices = editing.state?.choices[cell.column] ?? [];
  const list = choices.filter((choice) => choice.toLowerCase().startsWith(filter.toLowerCase())).slice(
    0,
    SHOWN,
  );
  const onKeyDown = (event: KeyboardEvent) => {
    // F9 also reaches the window, which accepts the value and shows all changes.
    if (event.key !== "F9") event.stopPropagation();
    if (event.key === "Escape") {
      editing.leave();
      onAfter("stay");
    } else if (event.key === "Enter" && !event.altKey) {
      // The only choice that begins with the typed text is meant.
      if (cell.touched && list.length === 1) editing.type(list[0]!);
      if (editing.take()) onAfter(event.shiftKey ? "up" : "down");
    } else if (isTab(event)) {
      if (editing.take()) onAfter(event.shiftKey ? "left" : "right");
    } else if (event.key === "F2") editing.edit(cell.text, true);
    else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && choices.length > 0) {
      const by = event.key === "ArrowDown" ? 1 : -1;
      const next = list[Math.max(0, Math.min(list.length - 1, list.indexOf(cell.text) + by))];
      if (next !== undefined) editing.type(next);
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !event.shiftKey) {
      if (editing.take()) onAfter(event.key === "ArrowDown" ? "down" : "up");
    } else return;
    event.preventDefault();
  };
  return (
    <CellOver at={cell} {...over}>
      <input
        ref={input}
        class={`mono${isNumeric(column) ? " number" : ""}`}
        value={cell.text}
        role={choices.length > 0 ? "combobox" : undefined}
        aria-label={`${column.name} · ${column.type}`}
        aria-invalid={cell.fault !== null || undefined}
        aria-describedby={cell.fault === null ? undefined : `${id}-fault`}
        aria-expanded={choices.length > 0 ? list.length > 0 : undefined}
        aria-controls={choices.length > 0 ? `${id}-list` : undefined}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => {
          setFilter(event.currentTarget.value);
          editing.type(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          // When another window has the focus, the editor stays open.
          if (document.activeElement !== event.currentTarget && event.currentTarget.isConnected) {
            editing.take();
          }
        }}
      />
      {cell.fault !== null && <div class="cell-fault" id={`${id}-fault`} role="alert">{cell.fault}</div>}
      {cell.fault === null && choices.length > 0 && list.length > 0 && (
        <div class="cell-choices" id={`${id}-list`} role="listbox" aria-label={`Values of ${column.name}`}>
          {list.map((choice) => (
            <div
              key={choice}
              role="option"
              aria-selected={choice === cell.text}
              onPointerDown={(event) => {
                event.preventDefault();
                editing.type(choice);
                if (editing.take()) onAfter("stay");
              }}
            >
              {seen(choice)}
            </div>
          ))}
        </div>
      )}
    </CellOver>
  );
}
