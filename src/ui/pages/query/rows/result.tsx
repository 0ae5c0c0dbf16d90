import type { JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import type { columns as columnsQuery, QueryModel } from "../../../../pages/query/page.ts";
import type {
  EditProblemState,
  EditsState,
  QueryWindowState,
  ResultState,
  TabState,
} from "../../../../core/state/query_window.ts";
import { type Client, useRows } from "../../../client/mod.ts";
import { copyText, letterOf, plain, useCommands, useKeys } from "../../../system/mod.ts";
import { count } from "../../../text/format.ts";
import { CellSheet } from "./cell_sheet.tsx";
import { CellView } from "./cell_view.tsx";
import { Chart } from "./chart.tsx";
import { EditBar } from "./edit_bar.tsx";
import { useEditing } from "./editing.ts";
import { copied, COPIES, type CopyFormat } from "./formats.ts";
import { Grid } from "./grid.tsx";
import { type OpenCell, useOpenCell } from "./open_cell.ts";
import { ResultTools } from "./result_tools.tsx";
import { Review } from "./review.tsx";
import { Foot, hasRows, Messages } from "./result_parts.tsx";
import { tableOf } from "../editor/tables.ts";
import { dialectOf } from "../../../../core/sql/text/dialect.ts";
import { POINTER } from "../../../../core/sql/engines/mod.ts";
import { inOneLine } from "../../../../core/text/sentences.ts";
import { keepCopied } from "./pasted.ts";
import { Plan } from "./plan.tsx";
import { fetchCells } from "./fetch_cells.ts";
import { boxOf, START } from "./selection.ts";
import { type Shown, usePages } from "./pages_cache.ts";

/** The properties of a result. */
export interface ResultProps {
  readonly client: Client<QueryModel>;
  readonly queryWindow: QueryWindowState;
  readonly tab: TabState;
  readonly result: ResultState;
  /** Number of rows fetched at a time. */
  readonly page: number;
  /** Moves to an offset in the text, from 0. */
  readonly onGo: (at: number) => void;
  /** Passes a failed result to the assistant; undefined where the assistant is turned off. */
  readonly onAsk: ((result: string) => void) | undefined;
  readonly onExport: (result: string) => void;
  /** Asks whether the tab may write. */
  readonly onWriting: () => void;
  readonly onTell: (text: string, tone: "danger" | "info") => void;
  /** Holds the editor of a cell while this result is shown. */
  readonly openCell: { current: OpenCell | null };
}

/** One result: its rows with their commands, and the outcome of the statement. */
export function Result(props: ResultProps): JSX.Element {
  const { result, client, tab, queryWindow } = props;
  const [selection, setSelection] = useState(START);
  const [sort, setSort] = useState<Shown["sort"]>(null);
  const [filter, setFilter] = useState("");
  const [opened, setOpened] = useState(false);
  const [mode, setMode] = useState<"rows" | "chart">("rows");
  const [reviewing, setReviewing] = useState(false);
  const asked = useRef(0);
  const listed = useRows<typeof columnsQuery>(
    client,
    "columns",
    { tab: tab.id, result: result.id },
    { count: result.columns, live: false },
  );
  /** The column that only leads to the line of a log is not shown. */
  const columns = useMemo(
    () => listed.rows.filter(({ type }) => type !== POINTER),
    [listed.rows],
  );
  const lines = columns.length < listed.rows.length;
  const shown = useMemo(
    () => ({ tab: tab.id, result: result.id, sort, filter }),
    [tab.id, result.id, sort, filter],
  );

  const found = usePages(client, shown, result);
  const editing = useEditing({
    ...{ client, tab, result, columns, selection },
    rows: found,
    server: queryWindow.server,
    engine: queryWindow.engine,
    onSelect: setSelection,
  });
  useOpenCell(props.openCell, editing);
  const { state: edits } = editing;
  const pending = isPending(edits);
  /** Shows the statements after all changes are counted, because the key may follow the last change at once. */
  const review = async () => {
    if (!editing.take()) return;
    const now = await editing.counted();
    if (isPending(now)) setReviewing(true);
    else if (!now || now.status === "open") props.onTell("No row is changed.", "info");
  };
  /** Changes the order: ascending, descending, then unsorted. */
  const sortBy = (column: number) =>
    setSort((now) =>
      now?.column !== column
        ? { column, descending: false }
        : now.descending
        ? null
        : { column, descending: true }
    );
  const chosen = columns[selection.head.column];
  useCommands(
    chosen === undefined || mode === "chart" || result.rows === 0 ? [] : [{
      label: `Sort by ${chosen.name}`,
      words: "order",
      icon: "down",
      // Where cells can be edited, letters are typed into them.
      shortcut: editing.on ? "Alt+S" : "S",
      onPick: () => sortBy(selection.head.column),
    }],
  );
  useKeys((event) => {
    if (event.key !== "F9" || !plain(event) || !editing.on) return false;
    void review();
    return true;
  });

  const more = (wanted: number | null) =>
    void client.send({
      name: "fetchRows",
      server: queryWindow.server,
      tab: tab.id,
      result: result.id,
      count: wanted,
    });
  const onEnd = () => {
    if (result.status !== "more" || asked.current >= result.rows) return;
    asked.current = result.rows;
    // Ask for more rows each time, because the user goes on scrolling.
    more(result.rows + Math.max(props.page, Math.min(5000, result.rows)));
  };

  async function copy(format: CopyFormat): Promise<void> {
    let size = 0, missing = "The clipboard did not take it.";
    // The key may follow the last change at once, so wait until the cells have their new values.
    const changed = editing.counted().then(() => fetchCells(client, shown, columns, boxOf(selection)));
    // Start the copy before the cells arrive, because the clipboard
    // accepts requests only while the key is handled.
    const done = await copyText(
      changed.then((cells) => {
        if (typeof cells === "string") throw new Error(missing = cells);
        size = cells.rows.length * cells.columns.length;
        const table = tableOf(result.title, dialectOf(queryWindow.engine));
        const text = copied(cells, format, queryWindow.engine, table, tab.link.backslash ?? undefined);
        if (format === "text") keepCopied(text, cells);
        return text;
      }),
    );
    if (done) props.onTell(`Copied ${count(size, "cell")} as ${COPIES[format]}.`, "info");
    else props.onTell(missing, "danger");
  }
  /** Shows the log lines around the line of the selected row. */
  const around = () => {
    const { row } = selection.head;
    void client.send({
      name: "showAround",
      server: queryWindow.server,
      tab: tab.id,
      result: result.id,
      row: found.pages.row(row)?.rowNumber ?? row,
    }).then((done) => done.ok || props.onTell(inOneLine(done.error, done.hint), "danger"));
  };
  const toRows = () => document.querySelector<HTMLElement>("[data-grid]")?.focus();
  const goTo = ({ rowNumber, column = 0 }: EditProblemState) => {
    // Sorting and the filter move rows: go back to the order in which the row has its number.
    setSort(null);
    setFilter("");
    // Added rows come after the others.
    const added = Array.from({ length: edits?.added ?? 0 }, (_, index) => result.rows + index);
    const row = rowNumber >= 0
      ? rowNumber
      : added.find((row) => found.pages.row(row)?.rowNumber === rowNumber);
    const at = { row: row ?? result.rows, column };
    setSelection({ anchor: at, head: at });
    toRows();
  };
  const closeCell = () => {
    setOpened(false);
    toRows();
  };

  const rows = filter === "" ? result.rows : found.count;
  const tabled = hasRows(result);
  return (
    <>
      <Messages
        result={result}
        onGo={props.onGo}
        onAsk={props.onAsk}
        onWriting={tab.writing ? undefined : props.onWriting}
      />
      {tabled && (
        <ResultTools
          mode={mode}
          opened={opened}
          sorted={sort !== null}
          filter={filter}
          editing={editing}
          onMode={setMode}
          onCopy={(format) => void copy(format)}
          onExport={() => props.onExport(result.id)}
          onCell={() => setOpened(!opened)}
          onUnsorted={() => setSort(null)}
          onFilter={setFilter}
          onRows={toRows}
          onReview={() => void review()}
          onWriting={props.onWriting}
          logs={queryWindow.engine === "logs"}
          onAround={lines ? around : undefined}
        />
      )}
      {result.kind === "plan" && result.columns > 0 && result.rows > 0 && (
        <Plan client={client} shown={shown} rows={result.rows} />
      )}
      {/* Thousands of columns arrive in parts; wait for all, so that a key to the last column finds it. */}
      {tabled && columns.length > 0 && listed.rows.length >= result.columns && (
        mode === "chart" ? <Chart client={client} shown={shown} columns={columns} rows={result.rows} /> : (
          <div
            class="grid-area"
            onKeyDown={(event) => {
              if (event.key === "Escape" && opened) closeCell();
              else if (lines && letterOf(event) === "l" && plain(event)) around();
              else return;
              event.preventDefault();
            }}
          >
            <Grid
              rows={found}
              columns={columns}
              editing={editing}
              selection={selection}
              onSelect={setSelection}
              onSort={sortBy}
              onOpen={() => setOpened(true)}
              onCopy={() => void copy("text")}
              onEnd={onEnd}
            />
            {opened && (
              <CellView
                client={client}
                shown={shown}
                version={edits?.version}
                column={columns[selection.head.column]}
                position={selection.head}
                onClose={closeCell}
              />
            )}
          </div>
        )
      )}
      {editing.cell?.large && columns[editing.cell.column] && (
        <CellSheet cell={editing.cell} column={columns[editing.cell.column]!} editing={editing} />
      )}
      {reviewing && pending && (
        <Review
          {...{ client, columns, editing }}
          tab={tab.id}
          result={result.id}
          server={queryWindow.server}
          onLeave={() => setReviewing(false)}
        />
      )}
      <EditBar editing={editing} columns={columns} onReview={() => void review()} onGo={goTo} />
      <Foot
        result={result}
        shownRows={rows}
        filtered={filter !== ""}
        selected={selectedWords(selection, rows)}
        onMore={() => more(result.rows + props.page)}
        onAll={() => more(null)}
      />
    </>
  );
}

/** Whether there are changes that can be reviewed. */
const isPending = (edits: EditsState | undefined) =>
  edits?.status === "open" && edits.changed + edits.added + edits.removed > 0;

function selectedWords(selection: typeof START, rows: number): string {
  const { top, bottom, left, right } = boxOf(selection);
  const size = (bottom - top + 1) * (right - left + 1);
  return rows === 0 || size < 2 ? "" : `${count(size, "cell")} selected`;
}
