import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Client } from "../../../client/mod.ts";
import { Icon, isHeld, letterOf } from "../../../system/mod.ts";
import { seen } from "../../../text/visible.tsx";
import { type GridColumn, isNumeric } from "./formats.ts";
import { columnsBetween, HEAD, leftsOf, lineOf, ROW, rowing, scrollFor, widthsOf } from "./layout.ts";
import { createPages, type RowPages, type Shown } from "./pages_cache.ts";
import { boxOf, moved, type Selection } from "./selection.ts";
import { textWidths } from "./text_widths.ts";

/** What a grid is made from. */
interface GridProps {
  readonly client: Pick<Client, "query">;
  readonly shown: Shown;
  readonly columns: readonly GridColumn[];
  /** Rows that have come. */
  readonly rows: number;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  readonly onSort: (column: number) => void;
  /** Enter, or a double click: the cell is to be seen whole. */
  readonly onOpen: () => void;
  readonly onCopy: () => void;
  /** The last rows are seen: more may be wanted. */
  readonly onEnd: () => void;
  /** Rows of what is shown, where it is filtered. */
  readonly onTotal: (total: number | null) => void;
}

/** Rows of a result: as many as there are, of which only those in view are in the document. */
export function Grid(props: GridProps): JSX.Element {
  const { client, shown, columns, rows, selection } = props;
  const box = useRef<HTMLDivElement>(null);
  const [, render] = useState(0);
  // As wide as nothing: what is measured is another width, so that columns are laid out anew with it.
  const [view, setView] = useState({ top: 0, left: 0, width: 0, height: 300 });
  const [sized, setSized] = useState<Readonly<Record<number, number>>>({});
  const frame = useRef(0);
  const key = JSON.stringify(shown);
  const plain = shown.sort === null && shown.filter === "";
  const pages: RowPages = useMemo(() => createPages(client, shown, () => render((n) => n + 1)), [
    client,
    key,
  ]);
  useEffect(() => () => pages.close(), [pages]);
  useEffect(() => pages.grown(!plain), [pages, rows]);
  const count = plain ? rows : pages.total ?? 0;
  useEffect(() => props.onTotal(plain ? null : pages.total), [plain, pages.total]);

  const gutter = Math.max(44, String(count).length * 8 + 18);
  const sample = pages.row(0);
  const widths = useMemo(() => {
    const first = Array.from({ length: 60 }, (_, index) => pages.row(index)).filter((row) =>
      row !== undefined
    );
    const measure = textWidths(box.current);
    return widthsOf(columns, first, { room: view.width - gutter, ...measure && { measure } })
      .map((width, index) => sized[index] ?? width);
  }, [columns, sample === undefined, sized, key, view.width, gutter]);
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
  const select = (next: Selection) => {
    props.onSelect(next);
    const element = box.current;
    if (!element) return;
    const place = scrollFor(count, next.head.row, element.scrollTop, view.height);
    if (place !== null) element.scrollTop = place;
    showColumn(next.head.column);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(view.height / ROW) - 1);
    const next = moved(selection, event, { rows: count, columns: columns.length, page });
    if (next) select(next);
    else if ((event.ctrlKey || event.metaKey) && letterOf(event) === "c") props.onCopy();
    else if ((event.key === "Enter" || event.key === "F2") && !event.ctrlKey && !event.metaKey) {
      props.onOpen();
    } else if (letterOf(event) === "s" && !event.ctrlKey && !event.metaKey && !event.altKey) {
      // Held down it would go round.
      if (!isHeld(event)) props.onSort(head.column);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  /** The cell under the pointer. */
  const placeOf = (event: MouseEvent) => {
    const cell = (event.target as Element).closest<HTMLElement>("[data-r]");
    return cell && { row: Number(cell.dataset.r), column: Number(cell.dataset.c ?? -1) };
  };
  const onPointer = (event: MouseEvent) => {
    const place = placeOf(event);
    if (!place || event.button !== 0) return;
    if (place.column < 0) {
      const row = { row: place.row, column: 0 };
      return props.onSelect({
        anchor: event.shiftKey ? { ...selection.anchor, column: 0 } : row,
        head: { row: place.row, column: columns.length - 1 },
      });
    }
    props.onSelect({ anchor: event.shiftKey ? selection.anchor : place, head: place });
  };
  const onMove = (event: MouseEvent) => {
    const place = event.buttons === 1 ? placeOf(event) : null;
    if (place && place.column >= 0) props.onSelect({ anchor: selection.anchor, head: place });
  };

  const shownRows: JSX.Element[] = [];
  for (let row = first; row < last; row++) {
    const cells = pages.row(row)?.cells;
    const inRow = row >= chosen.top && row <= chosen.bottom;
    const drawn: JSX.Element[] = [];
    for (let column = from; cells && column <= to; column++) {
      const cell = cells[column];
      const classes = [
        "cell",
        isNumeric(columns[column]!) && "number",
        cell === null && "null",
        inRow && column >= chosen.left && column <= chosen.right && "chosen",
        row === head.row && column === head.column && "head-cell",
      ];
      drawn.push(
        <div
          key={column}
          id={`cell-${row}-${column}`}
          class={classes.filter(Boolean).join(" ")}
          role="gridcell"
          aria-colindex={column + 2}
          aria-selected={inRow && column >= chosen.left && column <= chosen.right}
          data-r={row}
          data-c={column}
          style={{ left: `${gutter + lefts[column]!}px`, width: `${widths[column]!}px` }}
        >
          {cell === null ? "NULL" : seen(lineOf(cell ?? ""))}
        </div>,
      );
    }
    shownRows.push(
      <div
        key={row}
        class={`grid-row${row % 2 ? " odd" : ""}`}
        role="row"
        aria-rowindex={row + 2}
        style={{ top: `${top(row)}px`, width: `${gutter + lefts.at(-1)!}px` }}
      >
        <div class="grid-number" role="rowheader" data-r={row} style={{ width: `${gutter}px` }}>
          {(pages.row(row)?.place ?? row) + 1}
        </div>
        {drawn}
      </div>,
    );
  }

  const heads: JSX.Element[] = [];
  for (let column = from; column <= to; column++) {
    const { name, type } = columns[column]!;
    const sorted = shown.sort?.column === column ? shown.sort : null;
    heads.push(
      <div
        key={column}
        class={`grid-column${isNumeric(columns[column]!) ? " number" : ""}`}
        role="columnheader"
        aria-colindex={column + 2}
        aria-sort={sorted ? (sorted.descending ? "descending" : "ascending") : undefined}
        title={`${name} · ${type}`}
        style={{ left: `${gutter + lefts[column]!}px`, width: `${widths[column]!}px` }}
        onClick={() => props.onSort(column)}
      >
        <span class="cut">{name === "" ? "?" : seen(name)}</span>
        {sorted && <Icon name={sorted.descending ? "down" : "up"} />}
        <span
          class="grid-grip"
          onClick={(event) => event.stopPropagation()}
          onPointerDown={(event) =>
            resize(event, widths[column]!, (width) => setSized((now) => ({ ...now, [column]: width })))}
        />
      </div>,
    );
  }

  return (
    <div
      class="grid"
      role="grid"
      aria-label="Rows"
      aria-description="S sorts by the column"
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
      onKeyDown={onKeyDown}
      onPointerDown={onPointer}
      onPointerMove={onMove}
      onDblClick={(event) => placeOf(event) && props.onOpen()}
    >
      <div class="grid-head" role="row" aria-rowindex={1} style={{ width: `${gutter + lefts.at(-1)!}px` }}>
        <div class="grid-corner" role="columnheader" style={{ width: `${gutter}px` }}>
          <span class="aside">Row</span>
        </div>
        {heads}
      </div>
      <div
        class="grid-rows"
        role="rowgroup"
        style={{ height: `${height}px`, width: `${gutter + lefts.at(-1)!}px` }}
      >
        {shownRows}
      </div>
    </div>
  );
}

/** Follows the pointer until it is let go. */
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
