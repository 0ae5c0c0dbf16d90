import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Command } from "../../../../core/app/command.ts";
import type { CellValue } from "../../../../core/sql/edit/changes.ts";
import { asShown, valueFault } from "../../../../core/sql/edit/value_fault.ts";
import type { Engine } from "../../../../core/sql/engines/mod.ts";
import type { EditsState, ResultState, TabState } from "../../../../core/state/query_window.ts";
import { inOneLine } from "../../../../core/text/sentences.ts";
import type { QueryModel } from "../../../../pages/query/page.ts";
import type { Client } from "../../../client/mod.ts";
import { keyText } from "../../../system/mod.ts";
import {
  endsInCrlf,
  isLong,
  textOfCell,
  typedValue,
  valueColumn,
  whyNot,
  whyNotTyped,
} from "./cell_values.ts";
import { useAddedRows } from "./added_rows.ts";
import { askCell, rowNumbersOf } from "./fetch_cells.ts";
import type { GridColumn } from "./formats.ts";
import { pasteOf } from "./pasted.ts";
import type { CellEdit, Editing } from "./editing_interface.ts";
import { type Box, boxOf, type CellPosition, type Selection, whyTooLarge } from "./selection.ts";
import { sentDrafts } from "./sent_drafts.ts";
import { unwantedLetters } from "./unwanted_letters.ts";
import type { ShownRows } from "./pages_cache.ts";
import type { ResultRow } from "../../../../core/sql/spill/rows.ts";

/** The parts of the current result that editing needs. */
interface EditingParts {
  readonly client: Client<QueryModel>;
  readonly server: string;
  readonly engine: Engine;
  readonly tab: TabState;
  readonly result: ResultState;
  readonly columns: readonly GridColumn[];
  readonly rows: ShownRows;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
}

const GONE = "This row is no longer there: run the statement again.";

/** Returns the editing of the current result. */
export function useEditing(parts: EditingParts): Editing {
  const newest = useRef(parts);
  newest.current = parts;
  const { client, server, tab, result, columns, rows: { pages } } = parts;
  const [cell, setCell] = useState<CellEdit | null>(null);
  const [remark, setRemark] = useState<Editing["remark"]>(null);
  /** The newest reason why something could not be done. */
  const refused = useRef<Editing["remark"]>(null);
  const unwanted = useRef(unwantedLetters()).current;
  const drafts = useRef(sentDrafts()).current;
  const last = useRef<Promise<unknown>>(Promise.resolve());
  /** Edits that have begun but have not sent their command yet. */
  const underWay = useRef(new Set<Promise<unknown>>()).current;
  const typed = useRef<CellEdit | null>(null);
  const show = (next: CellEdit | null) => setCell(typed.current = next);
  const of = { server, tab: tab.id, result: result.id };
  const { edits } = result;
  const on = tab.writing && result.columns > 0 && result.kind === "rows";
  useEffect(() => drafts.answered(), [pages.answers]);
  // The open editor is about rows that are no longer shown. Close it before a newer one opens.
  useLayoutEffect(() => show(null), [pages]);

  /** The newest state. After the answer to a command it is newer than the rendered one. */
  const stateNow = () =>
    client.model.get()?.queryWindow?.tabs.find(({ id }) => id === tab.id)?.results.find(({ id }) =>
      id === result.id
    )?.edits;
  const refuse = (at: CellPosition, text: string) =>
    setRemark(refused.current = { row: at.row, column: at.column, text });
  const head = () => newest.current.selection.head;

  const doing = (work: Promise<unknown>) => {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  };

  async function send(command: Command, at: CellPosition): Promise<unknown> {
    // Send one command at a time, so that Undo reverts them in order.
    const mine = last.current.then(() => client.send(command));
    last.current = mine;
    const answer = await mine;
    if (answer.ok) return answer.value ?? {};
    refuse(at, inOneLine(answer.error, answer.hint));
    return null;
  }

  /** Returns the state of the edits; undefined before it arrives, null after an error that was shown. */
  async function known(at: CellPosition): Promise<EditsState | undefined | null> {
    const now = stateNow();
    if (now && (now.why === null || now.table !== "")) return now;
    if (await send({ name: "beginEdits", ...of }, at) === null) return null;
    return stateNow();
  }

  const rowAt = (row: number): ResultRow | undefined => newest.current.rows.pages.row(row);
  const rowNumberOf = (row: number) => rowAt(row)?.rowNumber ?? row;

  /** Returns the numbers of selected rows in the result. When there is none, that is shown. */
  async function rowsIn({ top, bottom }: Box): Promise<number[]> {
    // Rows that are being added have no numbers before they arrive.
    await added.settled();
    const all = await rowNumbersOf(client, newest.current.rows, top, bottom - top + 1);
    const found = all.filter((rowNumber) => rowNumber !== undefined);
    if (found.length === 0) refuse(head(), GONE);
    return found;
  }

  /** Changes the selected rows or cells, if they are not too many. */
  function change(what: "rows" | "cells", work: (box: Box) => Promise<void>): void {
    const box = boxOf(newest.current.selection);
    const why = whyTooLarge(box, what);
    if (why === null) doing(work(box));
    else refuse(head(), why);
  }

  const added = useAddedRows({
    parts: () => newest.current,
    isEditing: () => typed.current !== null,
    fixed: () => stateNow()?.fixed,
    async send(like) {
      const at = head();
      let first: number | undefined;
      await after(async () => {
        const rows = await like;
        if (rows?.length === 0) return;
        const answer = await send({ name: "addRows", ...of, like: [...rows ?? []] }, at);
        first = (answer as { readonly rowNumber?: number } | null)?.rowNumber;
      });
      return first;
    },
    onRefused(from, at) {
      // Letters typed now were meant for the refused rows.
      unwanted.begin();
      if (typed.current && typed.current.row >= from) show(null);
      if (refused.current && refused.current.row >= from) refuse(at, refused.current.text);
    },
  });

  /** Pastes a text, starting at the selection, once the columns are known. */
  async function paste(text: string, edits: EditsState | undefined, at: CellPosition): Promise<void> {
    await added.settled();
    const { selection, columns, engine, result, rows } = newest.current;
    const isPart = result.status !== "done";
    const pasted = pasteOf(text, { selection, columns, engine, edits, count: rows.count, isPart });
    if (typeof pasted === "string") return refuse(at, pasted);
    const { top } = boxOf(selection);
    const existing = Math.min(rows.count - top, boxOf(pasted.selection).bottom - top + 1);
    const rowNumbers = await rowNumbersOf(client, rows, top, existing);
    if (rowNumbers.includes(undefined)) return refuse(at, GONE);
    const cells = pasted.cells.map((cell) => ({ ...cell, row: rowNumbers[cell.row - top]! }));
    const fresh = pasted.rows.map((row) => [...row]);
    if (await send({ name: "pasteRows", ...of, cells, rows: fresh }, at) === null) return;
    newest.current.onSelect(pasted.selection);
    if (pasted.leftOut !== "") refuse(at, pasted.leftOut);
  }

  async function open(at: CellPosition, text: string | undefined, large: boolean): Promise<void> {
    const { columns } = newest.current;
    const column = columns[at.column];
    const isComing = !rowAt(at.row) && added.has(at.row);
    const row = rowAt(at.row) ?? (isComing ? { cells: [] } : undefined);
    if (!column || !row) return;
    const rowNumber = isComing ? NaN : rowNumberOf(at.row);
    const early = whyNot(stateNow(), at.column, row) ?? whyNotTyped(column);
    if (early !== null) return refuse(at, early);
    const draft = drafts.of(rowNumber, at.column);
    const old = draft !== undefined ? draft : row.cells[at.column] ?? null;
    const cut = row.cut?.includes(at.column) === true && draft === undefined;
    const wide = large || (text === undefined && (cut || isLong(old, column)));
    const begin = (old: CellValue) =>
      show({
        row: at.row,
        column: at.column,
        rowNumber,
        fault: null,
        touched: text !== undefined,
        large: wide,
        crlf: endsInCrlf(old),
        text: text ?? textOfCell(old, column),
      });
    if (!cut || text !== undefined) begin(old);
    const found = await known(at);
    const late = found === null ? "" : whyNot(found, at.column, row);
    if (late !== null) {
      if (typed.current?.row === at.row && typed.current.column === at.column) show(null);
      if (late !== "") refuse(at, late);
    } else if (cut && text === undefined) {
      const complete = await askCell(client, { tab: tab.id, result: result.id }, rowNumber, at.column);
      if (complete === undefined) refuse(at, GONE);
      else begin(complete);
    }
  }

  /** Sends changed cells to Kedge, and shows them as changed before the rows arrive. */
  function give(
    cells: readonly { readonly row: number; readonly column: number; readonly value?: CellValue }[],
    at: CellPosition,
  ): void {
    const mine = cells.flatMap(({ row, column, value }) =>
      value === undefined ? [] : [drafts.add(row, column, asShown(value, columns[column]?.kind ?? ""))]
    );
    void send({ name: "editCells", ...of, cells: [...cells] }, at)
      .then((done) => drafts.sent(mine, done !== null));
    setRemark(null);
  }

  /** Sends one changed cell, once its row exists. */
  async function giveOne(now: CellEdit, value: CellValue): Promise<void> {
    if (Number.isNaN(now.rowNumber)) await added.settled();
    const row = Number.isNaN(now.rowNumber) ? added.rowNumber(now.row) : now.rowNumber;
    if (row !== undefined) give([{ row, column: now.column, value }], now);
  }

  /** Runs `work` once the table is known and its rows can be edited. */
  async function after(
    work: (edits: EditsState | undefined, at: CellPosition) => Promise<void>,
  ): Promise<void> {
    const at = head();
    setRemark(null);
    const found = await known(at);
    if (found === null) return;
    const why = whyNot(found, null, undefined);
    if (why !== null) refuse(at, why);
    else await work(found, at);
  }

  const unknown = on && !edits && result.status !== "running";
  return {
    on,
    state: edits,
    cell,
    coming: added.coming,
    remark,
    draft: (rowNumber, column) => drafts.of(rowNumber, column),
    unknown,
    begin: () => void (unknown && client.send({ name: "beginEdits", ...of })),
    edit: (text, large = false) => {
      if (unwanted.isOne(text)) setRemark(refused.current);
      else void open(head(), text, large);
    },
    type(text) {
      if (typed.current) show({ ...typed.current, text, touched: true, fault: null });
    },
    take() {
      const now = typed.current;
      const column = now && columns[now.column];
      if (!now || !column) return true;
      const found = valueColumn(column, now.column, stateNow());
      const value = typedValue(now.crlf ? now.text.replace(/\r?\n/g, "\r\n") : now.text, found);
      const fault = now.touched ? valueFault(value, found, newest.current.engine) : null;
      show(fault === null ? null : { ...now, fault });
      if (fault !== null) return false;
      if (now.touched) doing(giveOne(now, value));
      return true;
    },
    leave: () => show(null),
    async counted() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
      await last.current;
      return stateNow();
    },
    set: (what) =>
      change("cells", (box) =>
        after(async (_, at) => {
          const width = Array.from({ length: box.right - box.left + 1 }, (_, index) => box.left + index);
          const cells = (await rowsIn(box)).flatMap((row) =>
            width.map((column) => ({ row, column, ...what === "null" ? { value: null } : {} }))
          );
          if (cells.length > 0) give(cells, at);
        })),
    paste: (text) =>
      doing(after((edits, at) =>
        text === null
          ? Promise.resolve(
            refuse(at, `Press ${keyText("Mod+V")} here: only its key may read the clipboard.`),
          )
          : paste(text, edits, at)
      )),
    add: () => doing(added.add(1)),
    copy: () => change("rows", (box) => added.add(box.bottom - box.top + 1, rowsIn(box))),
    remove: () =>
      change("rows", (box) =>
        after(async (_, at) => {
          const rows = await rowsIn(box);
          if (rows.length > 0) await send({ name: "removeRows", ...of, rows }, at);
        })),
    step: (how) => void send({ name: "stepEdits", ...of, how }, head()),
    async hold(seen) {
      const answer = await client.send({ name: "holdEdits", ...of, seen });
      return answer.ok ? null : inOneLine(answer.error, answer.hint);
    },
    forget: () => setRemark(null),
  };
}
