import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { isRepeat, letterOf, takePaste } from "../../../system/mod.ts";
import { type After, CellEditor } from "./cell_editor.tsx";
import { CellRemark } from "./cell_over.tsx";
import { problemWords } from "./cell_values.ts";
import { editKey, isPaste } from "./edit_keys.ts";
import type { Editing } from "./editing_interface.ts";
import type { GridColumn } from "./formats.ts";
import { GridHead } from "./grid_head.tsx";
import { GridRow } from "./grid_row.tsx";
import { columnsBetween, HEAD, leftsOf, ROW, rowing, scrollFor, textWidths, widthsOf } from "./layout.ts";
import { boxOf, moved, type Selection } from "./selection.ts";
import type { ShownRows } from "./pages_cache.ts";

/** The properties of a grid. */
interface GridProps {
  readonly rows: ShownRows;
  readonly columns: readonly GridColumn[];
  readonly editing: Editing;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  readonly onSort: (column: number) => void;
  /** Called for Enter or a double click, to show the whole value of a cell. */
  readonly onOpen: () => void;
  readonly onCopy: () => void;
  /** Called when the last rows are visible, so that more can be fetched. */
  readonly onEnd: () => void;
}

/** The rows of a result, of which only those in view are in the document. */
export function Grid(props: GridProps): JSX.Element {
  const { columns, selection, editing } = props;
  const { pages, plain, shown } = props.rows;
  const count = props.rows.count + editing.coming;
  const box = useRef<HTMLDivElement>(null);
  // Begin with width 0, so that the first measurement differs and lays the columns out.
  const [view, setView] = useState({ top: 0, left: 0, width: 0, height: 300 });
  const [sized, setSized] = useState<Readonly<Record<number, number>>>({});
  const frame = useRef(0);
  const key = JSON.stringify(shown);
  const gutter = Math.max(44, String(count).length * 8 + (editing.state ? 30 : 18));
  const sample = pages.row(0);
  const widths = useMemo(() => {
    const first = Array.from({ length: 60 }, (_, index) => pages.row(index)).filter((row) =>
      row !== undefined
    );
    return widthsOf(columns, first, {
      room: view.width - gutter,
      written: editing.on,
      measure: textWidths(box.current),
    })
      .map((width, index) => sized[index] ?? width);
  }, [columns, sample === undefined, sized, key, view.width, gutter, editing.on]);
  const lefts = useMemo(() => leftsOf(widths), [widths]);

  const measure = () => {
    const element = box.current;
    if (!element) return;
    const next = {
      top: element.scrollTop,
      left: element.scrollLeft,
      width: element.clientWidth,
      height: element.clientHeight - HEAD,
    };
    setView((now) =>
      now.top === next.top && now.left === next.left && now.width === next.width && now.height === next.height
        ? now
        : next
    );
  };
  useLayoutEffect(() => {
    measure();
    if (document.activeElement?.matches("[data-results]")) box.current!.focus({ preventScroll: true });
    const observer = new ResizeObserver(measure);
    observer.observe(box.current!);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame.current);
    };
  }, []);
  useLayoutEffect(() => {
    box.current?.scrollTo({ top: 0 });
  }, [key]);

  const { height, first, last, top } = rowing(count, view.top, view.height);
  const [from, to] = columns.length === 0
    ? [0, -1]
    : columnsBetween(lefts, view.left - gutter, view.left + view.width);
  useEffect(() => {
    pages.need(first, Math.max(first, last - 1));
    if (plain && last >= count - 2) props.onEnd();
  }, [pages, first, last, count]);

  useEffect(() => {
    if (document.activeElement === box.current) editing.begin();
  }, [editing.unknown]);

  const chosen = boxOf(selection);
  const { head } = selection;
  useLayoutEffect(() => {
    if (box.current && document.activeElement === box.current) showColumn(head.column);
  }, [view.width, sample === undefined]);
  const showColumn = (column: number) => {
    const element = box.current!;
    const left = lefts[column] ?? 0, right = lefts[column + 1] ?? 0;
    const room = element.clientWidth - gutter;
    if (left < element.scrollLeft) element.scrollLeft = left;
    else if (right > element.scrollLeft + room) element.scrollLeft = Math.min(left, right - room);
  };
  const edited = useRef(false);
  // An editor that closes by itself takes the focus with it.
  useLayoutEffect(() => {
    if (edited.current && !editing.cell && document.activeElement === document.body) {
      box.current!.focus({ preventScroll: true });
    }
    edited.current = editing.cell !== null;
  }, [editing.cell === null]);
  // An added row is selected before it arrives, so scroll again.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element?.contains(document.activeElement)) return;
    const scroll = scrollFor(count, Math.min(head.row, count - 1), element.scrollTop, view.height);
    if (scroll !== null) element.scrollTop = scroll;
  }, [count, head.row]);
  const select = (next: Selection) => {
    props.onSelect(next);
    const element = box.current;
    if (!element) return;
    const scroll = scrollFor(count, next.head.row, element.scrollTop, view.height);
    if (scroll !== null) element.scrollTop = scroll;
    showColumn(next.head.column);
  };
  /** Handles an editing key; returns false for other keys. */
  const edits = (event: KeyboardEvent): boolean => {
    const key = editing.on ? editKey(event) : null;
    // Where rows cannot be edited, S sorts and Enter shows the cell, as in a tab that only reads.
    if (!key || (editing.state?.why && (letterOf(event) === "s" || event.key === "Enter"))) return false;
    const once = key.do === "add" || key.do === "copy" || key.do === "remove";
    if (once && isRepeat(event)) return true;
    if (key.do === "edit" || key.do === "whole") editing.edit(undefined, key.do === "whole");
    else if (key.do === "type") editing.edit(key.text);
    else if (key.do === "null" || key.do === "default") editing.set(key.do);
    else if (key.do === "undo" || key.do === "redo") editing.step(key.do);
    else editing[key.do]();
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== box.current) return;
    if (editing.on && isPaste(event) && !isRepeat(event)) {
      event.stopPropagation();
      return takePaste(editing.paste);
    }
    if (event.key === "Escape" && editing.remark) editing.forget();
    else {
      const page = Math.max(1, Math.floor(view.height / ROW) - 1);
      const next = moved(selection, event, { rows: count, columns: columns.length, page });
      const bare = !event.ctrlKey && !event.metaKey;
      if (!["Shift", "Control", "Alt", "Meta"].includes(event.key)) editing.forget();
      if (next) select(next);
      else if (!bare && letterOf(event) === "c") props.onCopy();
      else if (bare && event.altKey && event.code === "KeyS") sort(event);
      else if (!edits(event)) {
        if (bare && (event.key === "Enter" || event.key === "F2")) props.onOpen();
        else if (bare && !event.altKey && letterOf(event) === "s") sort(event);
        else return;
      }
    }
    event.preventDefault();
    event.stopPropagation();
  };
  // A held key would cycle through the orders.
  const sort = (event: KeyboardEvent) => void (isRepeat(event) || props.onSort(head.column));
  const after = (where: After) => {
    box.current?.focus({ preventScroll: true });
    const { row, column } = head;
    const by = where === "down" ? [1, 0] : where === "up" ? [-1, 0] : where === "right" ? [0, 1] : [0, -1];
    if (where === "stay") return;
    const next = {
      row: Math.max(0, Math.min(count - 1, row + by[0]!)),
      column: Math.max(0, Math.min(columns.length - 1, column + by[1]!)),
    };
    select({ anchor: next, head: next });
  };
  /** Returns the cell under the pointer; null when there is none. */
  const cellAt = (event: MouseEvent) => {
    const cell = (event.target as Element).closest<HTMLElement>("[data-r]");
    return cell && { row: Number(cell.dataset.r), column: Number(cell.dataset.c ?? -1) };
  };
  const onPointer = (event: MouseEvent) => {
    const at = cellAt(event);
    if (!at || event.button !== 0) return;
    editing.forget();
    if (!editing.take()) return event.preventDefault();
    if (at.column < 0) {
      const row = { row: at.row, column: 0 };
      return props.onSelect({
        anchor: event.shiftKey ? { ...selection.anchor, column: 0 } : row,
        head: { row: at.row, column: columns.length - 1 },
      });
    }
    props.onSelect({ anchor: event.shiftKey ? selection.anchor : at, head: at });
  };
  const onMove = (event: MouseEvent) => {
    const at = event.buttons === 1 ? cellAt(event) : null;
    if (at && at.column >= 0) props.onSelect({ anchor: selection.anchor, head: at });
  };

  const shownRows: JSX.Element[] = [];
  for (let row = first; row < last; row++) {
    shownRows.push(
      <GridRow
        key={row}
        at={row}
        row={pages.row(row)}
        top={top(row)}
        {...{ gutter, columns, from, to, lefts, widths, chosen, head, editing }}
      />,
    );
  }
  const { cell, remark } = editing;
  /** Returns the position of an overlay at a cell; null when the cell is not in view. */
  const positionOf = ({ row, column }: { readonly row: number; readonly column: number }) =>
    row < first || row >= last || widths[column] === undefined ? null : {
      style: { top: `${top(row)}px`, left: `${gutter + lefts[column]!}px`, width: `${widths[column]}px` },
      before: gutter + lefts[column]! - view.left > view.width - 360,
      above: top(row) - view.top > view.height - 4 * ROW && top(row) - view.top > 4 * ROW,
    };
  const typing = cell && !cell.large ? positionOf(cell) : null;
  const problem = editing.state?.problems.find(({ rowNumber, column }) =>
    rowNumber === (pages.row(head.row)?.rowNumber ?? head.row) && (column ?? head.column) === head.column
  );
  const note = cell ? null : remark ?? (problem && { ...head, text: problemWords(problem, columns) });
  const noteAt = note && positionOf(note);
  const sorts = editing.on && !editing.state?.why ? "Alt+S" : "S";

  return (
    <div
      class="grid"
      role="grid"
      aria-label="Rows"
      aria-description={`${sorts} sorts by the column${editing.on ? ", F2 edits the cell" : ""}`}
      aria-rowcount={count + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable="true"
      aria-activedescendant={head.row >= first && head.row < last && count > 0 && head.column >= from &&
          head.column <= to && pages.row(head.row)
        ? `cell-${head.row}-${head.column}`
        : undefined}
      tabIndex={0}
      data-grid
      ref={box}
      onScroll={() => {
        frame.current ||= requestAnimationFrame(() => {
          frame.current = 0;
          measure();
        });
      }}
      onFocus={editing.begin}
      onKeyDown={onKeyDown}
      onPointerDown={onPointer}
      onPointerMove={onMove}
      onDblClick={(event) => {
        if (!cellAt(event)) return;
        if (editing.on && !editing.state?.why) editing.edit();
        else props.onOpen();
      }}
    >
      <GridHead
        {...{ columns, from, to, gutter, lefts, widths }}
        sort={shown.sort}
        onSort={props.onSort}
        onWidth={(column, width) => setSized((now) => ({ ...now, [column]: width }))}
      />
      <div
        class="grid-rows"
        role="rowgroup"
        style={{ height: `${height}px`, width: `${gutter + lefts.at(-1)!}px` }}
      >
        {shownRows}
        {cell && typing && (
          <CellEditor
            key={`${cell.row} ${cell.column}`}
            cell={cell}
            column={columns[cell.column]!}
            editing={editing}
            onAfter={after}
            {...typing}
          />
        )}
        {note && noteAt && <CellRemark text={note.text} at={note} {...noteAt} />}
      </div>
    </div>
  );
}
