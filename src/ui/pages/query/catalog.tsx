import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { CatalogRow } from "../../../core/sql/query_window/catalog_row.ts";
import type { catalog as catalogQuery } from "../../../pages/query/page.ts";
import { type Client, useRows } from "../../client/mod.ts";
import { Button, EmptyState, movedIndex, SearchField, Skeleton, Tool } from "../../system/mod.ts";
import type { Command } from "../../../core/app/command.ts";
import { CatalogLine, isDefined, ROW } from "./catalog_line.tsx";
import { hiddenPatterns } from "../../../core/config/hidden_columns.ts";
import { inOneLine } from "../../../core/text/sentences.ts";
import { formatNumber } from "../../../core/text/locale.ts";

const MAX_COUNT = 5000;
/** The objects on the server. They are searched by typing and opened by keys; one click shows a table's first rows. */
export function Catalog(
  { client, what, hidden, onRows, onInsert, onDefinition, onHide, onRefresh, onFailure, focusKey }: {
    client: Pick<Client, "query">;
    /** What the objects contain: tables of a database, or fields of log groups. */
    what: "table" | "field";
    /** Patterns of the columns hidden from agents; null where none can be chosen. */
    hidden: readonly string[] | null;
    /** Shows the first rows of a table. */
    onRows: (row: CatalogRow) => void;
    /** Inserts a name into the text. */
    onInsert: (row: CatalogRow) => void;
    onDefinition: (row: CatalogRow) => void;
    /** Hides a column from agents or shows it to them. */
    onHide: (column: Omit<Extract<Command, { name: "hideColumn" }>, "name" | "server">) => void;
    onRefresh: () => void;
    /** Called with the reason why the catalog could not be read; null when it was read or is being read. */
    onFailure: (failure: { readonly error: string; readonly hint?: string } | null) => void;
    /** A changed number moves the focus to the search field. */
    focusKey: number;
  },
): JSX.Element {
  const [search, setSearch] = useState("");
  const [toggled, setToggled] = useState<readonly string[]>([]);
  const [at, setAt] = useState(0);
  const [view, setView] = useState({ top: 0, height: 500 });
  const field = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  /** Counts typing and moves. Enter that waits for its row is dropped after one of these. */
  const moves = useRef(0);
  const found = useRows<typeof catalogQuery>(client, "catalog", { search, toggled: [...toggled] }, {
    count: MAX_COUNT,
  });
  const { failure, rows } = found;
  useEffect(() => onFailure(failure), [failure?.error, failure?.hint]);
  const now = Math.min(at, Math.max(0, rows.length - 1));
  useLayoutEffect(() => {
    if (focusKey === 0) return;
    field.current?.focus();
    field.current?.select();
  }, [focusKey]);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [found.state === "full"]);

  const patterns = hidden && hiddenPatterns({ agents: { hidden } });
  const isHidden = ({ kind, schema, table, name }: CatalogRow) =>
    kind === "column" && (patterns?.hides(schema, table, name) ?? false);
  /** Returns a function that hides a column or shows it again; undefined for other rows. */
  const hiding = (row: CatalogRow) => {
    if (hidden === null || row.kind !== "column") return undefined;
    const { schema, table, name: column } = row;
    return () => onHide({ schema, table, column, hidden: !isHidden(row) });
  };
  const toggle = (row: CatalogRow) =>
    setToggled((all) =>
      all.includes(row.id) ? all.filter((id) => id !== row.id) : [...all, row.id].slice(-500)
    );
  const go = (next: number) => {
    const to = Math.max(0, Math.min(rows.length - 1, next));
    moves.current++;
    setAt(to);
    const element = box.current;
    if (!element) return;
    if (to * ROW < element.scrollTop) element.scrollTop = to * ROW;
    else if ((to + 1) * ROW > element.scrollTop + element.clientHeight) {
      element.scrollTop = (to + 1) * ROW - element.clientHeight;
    }
  };
  const enter = (row: CatalogRow, event: KeyboardEvent) => {
    if (event.shiftKey) isDefined(row) ? onDefinition(row) : hiding(row)?.();
    else if (event.ctrlKey || event.metaKey) onInsert(row);
    else if (row.kind === "table" || row.kind === "view") onRows(row);
    else if (row.open !== undefined) toggle(row);
    else onInsert(row);
  };
  /** Handles Enter for the first match, whose row is still loading. */
  const enterLatest = async (event: KeyboardEvent) => {
    const before = moves.current;
    const { rows: [row] } = await found.latest();
    if (row && moves.current === before) enter(row, event);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[now];
    const inField = event.target === field.current;
    const next = movedIndex(event, now, rows.length);
    switch (event.key) {
      case "ArrowRight":
        if (!row || row.open !== false || (inField && !atEnd(field.current))) return;
        toggle(row);
        break;
      case "ArrowLeft":
        if (inField || !row || row.open !== true) return;
        toggle(row);
        break;
      case "Enter":
        if (inField && !found.current && search.trim() !== "") void enterLatest(event);
        else if (row) enter(row, event);
        else return;
        break;
      default:
        if (next === null) return;
        go(next);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const first = Math.max(0, Math.floor(view.top / ROW) - 10);
  const last = Math.min(rows.length, Math.ceil((view.top + view.height) / ROW) + 10);
  const there = rows.length > 0 && !failure;
  const active = there && now >= first && now < last ? `catalog-${now}` : undefined;
  return (
    <aside class="catalog" aria-label="Catalog" onKeyDown={onKeyDown}>
      <div class="row catalog-head">
        <SearchField
          label={`Find a ${what}`}
          value={search}
          inputRef={field}
          controls={there ? "catalog-rows" : undefined}
          popup={there ? "tree" : undefined}
          active={active}
          onInput={(text) => {
            moves.current++;
            setSearch(text);
            setAt(0);
          }}
        />
        <Tool icon="again" shortcut="F5" label="Read the catalog again" onClick={onRefresh} />
      </div>
      {found.state === "loading" && <Skeleton rows={8} />}
      {found.failure && (
        <EmptyState
          small
          title="The catalog was not read"
          text={inOneLine(found.failure.error, found.failure.hint)}
        >
          <Button compact onClick={onRefresh}>Try again</Button>
        </EmptyState>
      )}
      {!found.failure && found.state === "empty" && (
        <EmptyState small title={search === "" ? "There are no tables yet" : `Nothing fits “${search}”`} />
      )}
      {there && (
        <div
          id="catalog-rows"
          class="catalog-rows scroll"
          role="tree"
          aria-label="Tables"
          tabIndex={0}
          ref={box}
          aria-activedescendant={active}
          onScroll={(event) =>
            setView({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })}
        >
          <div style={{ height: `${rows.length * ROW}px` }} class="catalog-size" role="presentation">
            {rows.slice(first, last).map((row, index) => (
              <CatalogLine
                key={row.id}
                row={row}
                number={first + index}
                active={first + index === now}
                onToggle={() => {
                  setAt(first + index);
                  if (row.open !== undefined) toggle(row);
                }}
                onRows={() => onRows(row)}
                onInsert={() => onInsert(row)}
                onDefinition={() => onDefinition(row)}
                hidden={isHidden(row)}
                onHide={hiding(row)}
              />
            ))}
          </div>
        </div>
      )}
      {found.total !== null && found.total > MAX_COUNT && (
        <div class="quiet small catalog-foot">
          {`The first ${formatNumber(MAX_COUNT)}: type to find the others.`}
        </div>
      )}
    </aside>
  );
}

/** Whether the caret is at the end of the field, where an arrow to the right would do nothing. */
function atEnd(field: HTMLInputElement | null): boolean {
  return field !== null && field.selectionStart === field.value.length;
}
