import type { Editable } from "./editable.ts";
import type { CellValue, RowChange } from "./changes.ts";
import type { ShownColumn } from "./table.ts";
import { DECIMAL } from "./value_fault.ts";
import { type Engine, ENGINES } from "../engines/mod.ts";
import { bytesLiteral } from "../text/bytes.ts";
import { sqlName } from "../text/names.ts";
import type { Kind } from "../driver/mod.ts";

/** One statement of an edit. */
export interface EditStatement {
  /** Number of the row that the statement is about. */
  readonly rowNumber: number;
  readonly verb: "update" | "insert" | "delete";
  readonly sql: string;
}

/** The statements of an edit, in the order in which they run. */
export interface EditPlan {
  /** Statements that lock and read the rows, so that they can be compared with what was shown. */
  readonly locks: readonly string[];
  readonly statements: readonly EditStatement[];
  /** Columns of the result that `locks` and `again` read, in their order. */
  readonly read: readonly number[];
}

/** What is needed to write statements for a result. */
export interface EditOf {
  readonly editable: Editable;
  readonly columns: readonly ShownColumn[];
  readonly literals: Literals;
}

/** Maximum rows that one statement locks or reads. */
const TOGETHER = 100;

/** Returns the statements that write changes. */
export function planOf(of: EditOf, changes: readonly RowChange[]): EditPlan {
  const { editable: { table, columns, key }, literals } = of;
  const read = readColumns(of);
  const keyOf = ({ before }: Pick<RowChange, "before">) => key.map((column) => before.get(column) ?? null);
  const old = changes.filter(({ kind }) => kind !== "add");
  const locks = again(of, old.map(keyOf)).map((sql) => `${sql} for update`);
  const name = (column: number) => sqlName(columns[column]!.column!.name, literals.engine);
  const value = (column: number, text: CellValue) => literal(text, of.columns[column]!.kind, literals);
  const path = pathOf(of);
  const statements = changes.map(({ rowNumber, kind, before, values }): EditStatement => {
    const where = () => whereOf(of, keyOf({ before }));
    if (kind === "remove") return { rowNumber, verb: "delete", sql: `delete from ${path} where ${where()}` };
    const set = [...values].sort(([a], [b]) => a - b);
    if (kind === "change") {
      const sets = set.map(([column, text]) => `${name(column)} = ${value(column, text)}`).join(", ");
      return { rowNumber, verb: "update", sql: `update ${path} set ${sets} where ${where()}` };
    }
    const mysql = ENGINES[literals.engine].protocol === "mysql";
    const given = set.length === 0
      ? mysql ? "() values ()" : "default values"
      : `(${set.map(([column]) => name(column)).join(", ")}) values (${
        set.map(([column, text]) => value(column, text)).join(", ")
      })`;
    const returning = table.returning ? ` returning ${read.map(name).join(", ")}` : "";
    return { rowNumber, verb: "insert", sql: `insert into ${path} ${given}${returning}` };
  });
  return { locks, statements, read };
}

/** Returns the statements that read rows again by their keys. */
export function again(of: EditOf, keys: readonly (readonly CellValue[])[]): string[] {
  const all: string[] = [];
  for (let at = 0; at < keys.length; at += TOGETHER) all.push(selectOf(of, keys.slice(at, at + TOGETHER)));
  return all;
}

/** Returns the columns of the result that are the table's own, each once. */
function readColumns({ editable: { columns } }: Pick<EditOf, "editable">): number[] {
  const seen = new Set<string>();
  return columns.flatMap(({ column }, at) => {
    if (!column || seen.has(column.name)) return [];
    seen.add(column.name);
    return [at];
  });
}

function selectOf(of: EditOf, keys: readonly (readonly CellValue[])[]): string {
  const { editable: { columns, key }, literals } = of;
  const list = readColumns(of).map((at) => sqlName(columns[at]!.column!.name, literals.engine)).join(", ");
  const [only] = key;
  const one = sqlName(columns[only!]!.column!.name, literals.engine);
  const where = key.length > 1
    ? keys.map((values) => keys.length > 1 ? `(${whereOf(of, values)})` : whereOf(of, values)).join(" or ")
    : keys.length === 1
    ? whereOf(of, keys[0]!)
    : `${one} in (${keys.map(([text]) => literal(text!, of.columns[only!]!.kind, literals)).join(", ")})`;
  return `select ${list} from ${pathOf(of)} where ${where}`;
}

function whereOf(
  { editable: { columns, key }, columns: shown, literals }: EditOf,
  values: readonly CellValue[],
): string {
  return key.map((at, index) =>
    `${sqlName(columns[at]!.column!.name, literals.engine)} = ${
      literal(values[index]!, shown[at]!.kind, literals)
    }`
  ).join(" and ");
}

function pathOf({ editable: { table: { schema, name } }, literals: { engine } }: EditOf): string {
  return `${sqlName(schema, engine)}.${sqlName(name, engine)}`;
}

/** How a server reads literals. */
interface Literals {
  readonly engine: Engine;
  /** Whether a backslash in MySQL's strings escapes the next character. */
  readonly backslash: boolean;
}

const NUMBERS: ReadonlySet<Kind> = new Set(["integer", "decimal", "float"]);

/** Returns a value as SQL; null becomes NULL. Only for values that `valueFault` accepts. */
function literal(text: string | null, kind: Kind, { engine, backslash }: Literals): string {
  if (text === null) return "null";
  if (NUMBERS.has(kind) && DECIMAL.test(text)) return text;
  if (ENGINES[engine].protocol === "mysql") {
    if (kind === "blob") return bytesLiteral(text);
    return quoted(backslash ? text.replaceAll("\\", "\\\\") : text);
  }
  if (kind === "boolean" && /^(t|true)$/i.test(text)) return "true";
  if (kind === "boolean" && /^(f|false)$/i.test(text)) return "false";
  // With the mark `E` a backslash is read the same under all settings of the server.
  return text.includes("\\") ? `E${quoted(text.replaceAll("\\", "\\\\"))}` : quoted(text);
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
