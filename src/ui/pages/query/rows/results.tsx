import type { JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import type { columns as columnsQuery, QueryModel } from "../../../../pages/query/page.ts";
import type { QueryWindowState, ResultState, TabState } from "../../../../core/state/query_window.ts";
import { type Client, useRows } from "../../../client/mod.ts";
import { Button, copyText, EmptyState, keyText, MenuButton, SearchField } from "../../../system/mod.ts";
import { count } from "../../../text/format.ts";
import { CellView } from "./cell_view.tsx";
import { Chart } from "./chart.tsx";
import { copied, COPIES, type CopyFormat, type GridColumn } from "./formats.ts";
import { Grid } from "./grid.tsx";
import { Foot, hasRows, Messages, ResultTabs } from "./result_parts.tsx";
import { tableOf } from "../editor/tables.ts";
import { dialectOf } from "../../../../core/sql/text/dialect.ts";
import { inOneLine } from "../../../../core/text/sentences.ts";
import { Plan } from "./plan.tsx";
import { fetchCells } from "./fetch_cells.ts";
import { boxOf, START } from "./selection.ts";
import type { Shown } from "./pages_cache.ts";

interface ResultsProps {
  readonly client: Client<QueryModel>;
  readonly queryWindow: QueryWindowState;
  readonly tab: TabState;
  /** Rows that are fetched at a time. */
  readonly page: number;
  /** Why the server could not be read when the window opened. */
  readonly unread: { readonly error: string; readonly hint?: string } | null;
  readonly onRetry: () => void;
  /** Absent where the server is none of the configuration's. */
  readonly onEdit: (() => void) | undefined;
  readonly current: string | null;
  readonly onPick: (result: string) => void;
  /** A place in the text, from 0. */
  readonly onGo: (at: number) => void;
  /** Hands a result that is an error to the assistant; absent where that is off. */
  readonly onAsk: ((result: string) => void) | undefined;
  readonly onExport: (result: string) => void;
  readonly onTell: (text: string, tone: "danger" | "info") => void;
}

/** The results of a tab: one tab for each, and below what is known of it. */
export function Results(props: ResultsProps): JSX.Element {
  const { tab, queryWindow, client, current } = props;
  const result = tab.results.find(({ id }) => id === current) ?? tab.results.at(-1);
  if (!result && props.unread) {
    return (
      <section class="query-results empty" aria-label="Results">
        <EmptyState
          small
          icon="error"
          title={`${queryWindow.server} could not be reached or read`}
          text={inOneLine(props.unread.error, props.unread.hint)}
        >
          <Button compact onClick={props.onRetry}>Try again</Button>
          {props.onEdit && <Button compact onClick={props.onEdit}>Edit server</Button>}
        </EmptyState>
      </section>
    );
  }
  if (!result) {
    return (
      <section class="query-results empty" aria-label="Results">
        <EmptyState
          small
          title="Results come here"
          text={`${keyText("Mod+Enter")} runs the statement at the cursor, ${
            keyText("Mod+Shift+Enter")
          } all.`}
        />
      </section>
    );
  }
  return (
    <section class="query-results" aria-label="Results">
      {tab.results.length > 1 && (
        <ResultTabs
          results={tab.results}
          dropped={tab.dropped}
          current={result.id}
          onPick={props.onPick}
          onDrop={(id) =>
            void client.send({ name: "dropResult", server: queryWindow.server, tab: tab.id, result: id })}
        />
      )}
      <Result {...props} result={result} key={result.id} />
    </section>
  );
}

function Result(props: ResultsProps & { readonly result: ResultState }): JSX.Element {
  const { result, client, tab, queryWindow } = props;
  const [selection, setSelection] = useState(START);
  const [sort, setSort] = useState<Shown["sort"]>(null);
  const [filter, setFilter] = useState("");
  const [opened, setOpened] = useState(false);
  const [mode, setMode] = useState<"rows" | "chart">("rows");
  const [total, setTotal] = useState<number | null>(null);
  const asked = useRef(0);
  const listed = useRows<typeof columnsQuery>(
    client,
    "columns",
    { tab: tab.id, result: result.id },
    { count: result.columns, live: false },
  );
  const columns = listed.rows as readonly GridColumn[];
  const shown = useMemo(
    () => ({ tab: tab.id, result: result.id, sort, filter }),
    [tab.id, result.id, sort, filter],
  );

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
    // Whoever goes on scrolling gets more each time.
    more(result.rows + Math.max(props.page, Math.min(5000, result.rows)));
  };

  async function copy(format: CopyFormat): Promise<void> {
    let size = 0, missing = "The clipboard did not take it.";
    // Not waited for first: only what is asked of the clipboard as the key is pressed is taken.
    const done = await copyText(
      fetchCells(client, shown, columns, boxOf(selection)).then((cells) => {
        if (typeof cells === "string") throw new Error(missing = cells);
        size = cells.rows.length * cells.columns.length;
        return copied(
          cells,
          format,
          queryWindow.engine,
          tableOf(result.title, dialectOf(queryWindow.engine)),
        );
      }),
    );
    if (done) props.onTell(`Copied ${count(size, "cell")} as ${COPIES[format]}.`, "info");
    else props.onTell(missing, "danger");
  }
  const toRows = () => document.querySelector<HTMLElement>("[data-grid]")?.focus();
  const closeCell = () => {
    setOpened(false);
    toRows();
  };

  const rows = filter === "" ? result.rows : total ?? 0;
  const tabled = hasRows(result);
  return (
    <>
      <Messages result={result} onGo={props.onGo} onAsk={props.onAsk} />
      {tabled && (
        <div class="result-tools">
          <Button
            kind="bare"
            compact
            pressed={mode === "chart"}
            onClick={() => setMode(mode === "rows" ? "chart" : "rows")}
          >
            Chart
          </Button>
          <MenuButton
            kind="bare"
            compact
            icon="copy"
            items={(Object.keys(COPIES) as CopyFormat[]).map((format) => ({
              label: `Copy as ${COPIES[format]}`,
              ...(format === "text" ? { shortcut: "Mod+C" } : {}),
              onPick: () => void copy(format),
            }))}
          >
            Copy
          </MenuButton>
          <Button kind="bare" compact icon="save" onClick={() => props.onExport(result.id)}>Export…</Button>
          <Button kind="bare" compact icon="eye" pressed={opened} onClick={() => setOpened(!opened)}>
            Cell
          </Button>
          <span class="grow" />
          {sort && <Button kind="bare" compact onClick={() => setSort(null)}>As they came</Button>}
          <span class="result-filter">
            <SearchField
              label="Filter rows"
              placeholder="Filter fetched rows"
              value={filter}
              onInput={setFilter}
              onKeyDown={(event) => {
                // From what was found to the rows, and back to them from an empty field.
                if (!["ArrowDown", "Enter", "Escape"].includes(event.key)) return;
                toRows();
                event.preventDefault();
                event.stopPropagation();
              }}
            />
          </span>
        </div>
      )}
      {result.kind === "plan" && result.columns > 0 && result.rows > 0 && (
        <Plan client={client} shown={shown} engine={queryWindow.engine} rows={result.rows} />
      )}
      {tabled && columns.length > 0 && (
        mode === "chart" ? <Chart client={client} shown={shown} columns={columns} rows={result.rows} /> : (
          <div
            class="grid-area"
            onKeyDown={(event) => {
              if (event.key !== "Escape" || !opened) return;
              closeCell();
              event.preventDefault();
            }}
          >
            <Grid
              client={client}
              shown={shown}
              columns={columns}
              rows={result.rows}
              selection={selection}
              onSelect={setSelection}
              onSort={(column) =>
                setSort((now) =>
                  now?.column !== column
                    ? { column, descending: false }
                    : now.descending
                    ? null
                    : { column, descending: true }
                )}
              onOpen={() => setOpened(true)}
              onCopy={() => void copy("text")}
              onEnd={onEnd}
              onTotal={setTotal}
            />
            {opened && (
              <CellView
                client={client}
                shown={shown}
                column={columns[selection.head.column]}
                place={selection.head}
                onClose={closeCell}
              />
            )}
          </div>
        )
      )}
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

function selectedWords(selection: typeof START, rows: number): string {
  const { top, bottom, left, right } = boxOf(selection);
  const size = (bottom - top + 1) * (right - left + 1);
  return rows === 0 || size < 2 ? "" : `${count(size, "cell")} selected`;
}
