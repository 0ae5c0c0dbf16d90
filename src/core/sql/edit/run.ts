import { Buffer } from "node:buffer";
import type { Column, RowSink } from "../driver/mod.ts";
import { utf8Rows } from "../driver/rows.ts";
import { ENGINES } from "../engines/mod.ts";
import type { Sample, StatementFailure, Transaction } from "../session/mod.ts";
import { SHOW_WARNINGS } from "../session/warnings.ts";
import { shownValue, textOf } from "../values.ts";
import type { CellValue, RowChange } from "./changes.ts";
import { again, type EditOf, type EditPlan, type EditStatement } from "./statements.ts";

/** A row as the server returned it. */
export interface ReadRow {
  /** Values by the column's index in the result. */
  readonly texts: ReadonlyMap<number, CellValue>;
  readonly bytes: ReadonlyMap<number, Buffer | null>;
}

/** Why a row was not written. */
export interface EditProblem {
  readonly rowNumber: number;
  /** Index of the column in the result; undefined when it is not known. */
  readonly column?: number;
  readonly message: string;
  readonly hint: string;
  /** The row as it is now, when it differs from the one that was read; null when there is none any more. */
  readonly now?: ReadRow | null;
}

/** The outcome of the statements of an edit. */
type EditEnd =
  | {
    readonly ok: true;
    /** The changed and added rows as they are now, by their numbers. Rows that could not be read again are missing. */
    readonly rows: ReadonlyMap<number, ReadRow>;
    readonly sample: Sample;
  }
  | { readonly ok: false; readonly problems: readonly EditProblem[] };

/** Maximum rows in the report about rows that could not be written. */
const MAX_PROBLEMS = 20;
/** Maximum rows of a sample. */
const SAMPLE_ROWS = 50;

const CHANGED = "This row was changed by somebody else since it was read.";
const GONE = "This row is not there any more: somebody removed it, or changed its key.";
const TWICE = "Several rows have this key, so that none is surely the one that is meant.";

/** MySQL's warnings about values that it would cut or replace when its mode allows that. */
const SPOILED: ReadonlySet<string> = new Set(["1264", "1265", "1292", "1366", "1406", "1411", "3140"]);

/** Runs the statements of an edit in a transaction. First locks the rows and compares them with what was read. */
export async function runPlan(
  transaction: Pick<Transaction, "run">,
  of: EditOf,
  plan: EditPlan,
  changes: readonly RowChange[],
  signal: AbortSignal,
): Promise<EditEnd | StatementFailure> {
  const { editable: { key, table }, literals: { engine } } = of;
  const mysql = ENGINES[engine].protocol === "mysql";
  const keyOf = (row: ReadonlyMap<number, CellValue>) => JSON.stringify(key.map((at) => row.get(at)));
  const ask = async (sql: string) => {
    const rows = rowsSink(plan.read);
    const end = await transaction.run({ sql, kind: "own" }, rows.sink, signal);
    return { end, rows: rows.all };
  };

  const locked = new Map<string, ReadRow[]>();
  for (const sql of plan.locks) {
    const { end, rows } = await ask(sql);
    if (!end.ok) return end;
    for (const row of rows) locked.set(keyOf(row.texts), [...locked.get(keyOf(row.texts)) ?? [], row]);
  }
  const conflicts = changes.flatMap((change) =>
    change.kind === "add" ? [] : conflict(change, locked.get(keyOf(change.before)))
  );
  if (conflicts.length > 0) return { ok: false, problems: conflicts };

  const problems: EditProblem[] = [];
  const made = new Map<number, ReadRow>();
  const keys = new Map<number, readonly CellValue[]>();
  for (const [index, statement] of plan.statements.entries()) {
    const change = changes[index]!;
    const { end, rows } = await ask(statement.sql);
    if (!end.ok) {
      // Without the connection or the transaction no further statement can run.
      if (end.kind !== "query") return end;
      problems.push(problemOf(of, change, end));
      if (signal.aborted || problems.length >= MAX_PROBLEMS || engine === "redshift") break;
      continue;
    }
    const did = statement.verb === "insert" && table.returning ? rows.length : end.outcome.affected ?? 1;
    const spoiled = mysql && (end.outcome.warnings ?? 0) > 0 ? await warned(transaction, signal) : null;
    if (spoiled !== null) {
      problems.push({
        rowNumber: change.rowNumber,
        message: spoiled,
        hint: "The server would write another value than this one.",
      });
    } else if (did !== 1) problems.push({ rowNumber: change.rowNumber, ...notOne(statement, did) });
    else if (rows[0]) made.set(change.rowNumber, rows[0]);
    else if (statement.verb !== "delete") {
      const next = await newKey(transaction, of, change, signal);
      if (next) keys.set(change.rowNumber, next);
    }
  }
  if (problems.length > 0) return { ok: false, problems };

  const failed = await readAgain(ask, of, changes, keys, keyOf, made);
  if (failed) return failed;
  return {
    ok: true,
    rows: made,
    sample: sampleOf(of, plan, changes, (row) => locked.get(keyOf(row.before))?.[0], made),
  };
}

/** Returns how a row differs now from the one that was read. */
function conflict(change: RowChange, found: readonly ReadRow[] = []): EditProblem | [] {
  const { rowNumber, kind, before, values } = change;
  const [now, ...others] = found;
  if (!now) return { rowNumber, message: GONE, hint: "", now: null };
  if (others.length > 0) return { rowNumber, message: TWICE, hint: "" };
  const compared = kind === "remove" ? [...before.keys()] : [...values.keys()];
  const column = compared.find((at) => now.texts.has(at) && now.texts.get(at) !== before.get(at));
  return column === undefined ? [] : { rowNumber, column, message: CHANGED, hint: "", now };
}

function notOne({ verb }: EditStatement, did: number): Pick<EditProblem, "message" | "hint"> {
  return did === 0
    ? {
      message: `The server took the ${verb.toUpperCase()} and did nothing.`,
      hint: "A trigger, a rule or a policy of the table keeps it from that.",
    }
    : { message: `The ${verb.toUpperCase()} was about ${did} rows and not one.`, hint: "" };
}

/** Returns the row and column that an error of the server is about. */
function problemOf(of: EditOf, change: RowChange, failure: StatementFailure): EditProblem {
  const { message, hint } = failure;
  const detail = "detail" in failure ? failure.detail ?? "" : "";
  const words = `${message} ${detail}`;
  const set = [...change.values.keys()];
  const names = of.editable.columns.map(({ column }) => column?.name);
  const isNamed = (name: string | undefined) =>
    name !== undefined &&
    [`"${name}"`, `'${name}'`, `(${name})`, `\`${name}\``, `.${name}'`].some((one) => words.includes(one));
  const named = names.findIndex(isNamed);
  const column = named >= 0 ? named : set.length === 1 ? set[0] : undefined;
  return {
    rowNumber: change.rowNumber,
    ...(column === undefined ? {} : { column }),
    message,
    hint: [detail, hint].filter((part) => part !== "").join(" "),
  };
}

/** Returns MySQL's warning that it would change a value, where its mode does not refuse it; null when there is none. */
async function warned(transaction: Pick<Transaction, "run">, signal: AbortSignal): Promise<string | null> {
  const { sink, rows } = utf8Rows();
  await transaction.run({ sql: SHOW_WARNINGS, kind: "own" }, sink, signal);
  return rows.find(([level, code]) => level !== "Note" && SPOILED.has(code ?? ""))?.[2] ?? null;
}

/** Returns the key of a written row; null when only the server knows it. */
async function newKey(
  transaction: Pick<Transaction, "run">,
  { editable: { key, columns } }: EditOf,
  { kind, before, values }: RowChange,
  signal: AbortSignal,
): Promise<readonly CellValue[] | null> {
  const next = key.map((at) =>
    values.has(at) ? values.get(at)! : kind === "change" ? before.get(at)! : undefined
  );
  const missing = key.filter((_, index) => next[index] === undefined);
  if (missing.length === 0) return next as CellValue[];
  if (missing.length > 1 || !columns[missing[0]!]?.column?.counted) return null;
  const { sink, rows } = utf8Rows();
  await transaction.run({ sql: "select last_insert_id()", kind: "own" }, sink, signal);
  const counted = rows[0]?.[0] ?? null;
  return counted === null ? null : next.map((value) => value === undefined ? counted : value);
}

type Ask = (sql: string) => Promise<
  { readonly end: Awaited<ReturnType<Transaction["run"]>>; readonly rows: readonly ReadRow[] }
>;

/** Reads the written rows again, with the server's defaults and the changes of triggers. */
async function readAgain(
  ask: Ask,
  of: EditOf,
  changes: readonly RowChange[],
  keys: ReadonlyMap<number, readonly CellValue[]>,
  keyOf: (row: ReadonlyMap<number, CellValue>) => string,
  made: Map<number, ReadRow>,
): Promise<StatementFailure | null> {
  const { key } = of.editable;
  const counts = new Map<string, number>();
  const rest: (readonly [rowNumber: number, key: readonly CellValue[]])[] = [];
  for (const { rowNumber, before, values } of changes) {
    const mine = keys.get(rowNumber);
    if (!mine) continue;
    // The server may return a written key in another form, so such a row is read alone.
    if (rowNumber < 0 || key.some((at) => values.has(at))) rest.push([rowNumber, mine]);
    else counts.set(keyOf(before), rowNumber);
  }
  const all = [...counts.values()].map((rowNumber) => keys.get(rowNumber)!);
  for (const sql of all.length === 0 ? [] : again(of, all)) {
    const { end, rows } = await ask(sql);
    if (!end.ok) return end;
    for (const row of rows) {
      const rowNumber = counts.get(keyOf(row.texts));
      if (rowNumber !== undefined) made.set(rowNumber, row);
    }
  }
  for (const [rowNumber, mine] of rest) {
    const [sql] = again(of, [mine]);
    const { end, rows } = await ask(sql!);
    if (!end.ok) return end;
    if (rows.length === 1) made.set(rowNumber, rows[0]!);
  }
  return null;
}

/** Returns a sink for the rows of `selectOf`. Their columns are the result's columns in `read`. */
function rowsSink(read: readonly number[]) {
  let columns: readonly Column[] = [];
  const all: ReadRow[] = [];
  const sink: RowSink = {
    columns: (next) => void (columns = next),
    row(bytes, bounds) {
      const texts = new Map<number, CellValue>();
      const cells = new Map<number, Buffer | null>();
      for (const [i, column] of columns.entries()) {
        const [start, end] = [bounds[2 * i]!, bounds[2 * i + 1]!];
        texts.set(read[i]!, textOf(column, bytes, start, end));
        cells.set(read[i]!, start < 0 ? null : Buffer.from(bytes.subarray(start, end)));
      }
      all.push({ texts, bytes: cells });
      return true;
    },
  };
  return { sink, all };
}

/** Returns the rows as they were and as they are, for the user's decision. */
function sampleOf(
  { columns }: EditOf,
  { read }: EditPlan,
  changes: readonly RowChange[],
  was: (change: RowChange) => ReadRow | undefined,
  made: ReadonlyMap<number, ReadRow>,
): Sample {
  const cut = (text: CellValue = null) => shownValue(text);
  const cells = (row: ReadRow | undefined) => row ? read.map((at) => cut(row.texts.get(at))) : null;
  // A row that could not be read again is shown as it was written.
  const written = (change: RowChange) =>
    read.map((at) => cut(change.values.has(at) ? change.values.get(at) : was(change)?.texts.get(at)));
  return {
    columns: read.map((at) => columns[at]!.name),
    kinds: read.map((at) => columns[at]!.kind),
    of: read.length,
    pairs: changes.slice(0, SAMPLE_ROWS).map((change) => ({
      before: change.kind === "add" ? null : cells(was(change)),
      after: change.kind === "remove" ? null : cells(made.get(change.rowNumber)) ?? written(change),
    })),
  };
}
