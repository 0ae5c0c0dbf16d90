import { createHash } from "node:crypto";
import type { CellValue, RowChange } from "../edit/changes.ts";
import type { EditPlan, EditStatement } from "../edit/statements.ts";
import { shownValue } from "../values.ts";

/** Maximum characters of all statements that are shown. */
const SHOWN = 400_000;

/** A statement as it will run. */
interface ShownSql {
  readonly sql: string;
  /** Number of further characters, which are not shown. */
  readonly more: number;
}

/** The statements of changes, in the order in which they run. */
export interface EditText {
  /** Hash of the statements. The caller that runs them passes it, so that only statements that were seen run. */
  readonly id: string;
  /** Statements that lock and read the rows, so that they can be compared with what was shown. */
  readonly locks: readonly ShownSql[];
  readonly statements: readonly (ShownSql & Pick<EditStatement, "rowNumber" | "verb"> & {
    /** Cells that the statement is about: the column's index, the value as it was read, and the new value. */
    readonly cells: readonly (readonly [column: number, before: CellValue, after: CellValue])[];
  })[];
}

/** Returns the statements of a plan as they are shown. */
export function editText(plan: EditPlan, changes: readonly RowChange[]): EditText {
  let room = SHOWN;
  const shown = (sql: string): ShownSql => {
    const part = sql.slice(0, room);
    room -= part.length;
    return { sql: part, more: sql.length - part.length };
  };
  // Statements that write get the room first, because they matter more to the user than those that read.
  const statements = plan.statements.map(({ sql, rowNumber, verb }, at) => {
    const { before, values, kind } = changes[at]!;
    const columns = kind === "remove" ? [...before.keys()] : [...values.keys()];
    return {
      ...shown(sql),
      ...{ rowNumber, verb },
      cells: columns.sort((a, b) => a - b).map((column) =>
        [column, shownValue(before.get(column) ?? null), shownValue(values.get(column) ?? null)] as const
      ),
    };
  });
  return { id: idOf(plan), statements, locks: plan.locks.map(shown) };
}

/** Returns the hash of a plan's statements. */
export function idOf({ locks, statements }: EditPlan): string {
  const text = [...locks, ...statements.map(({ sql }) => sql)].map((sql) => `${sql};\n`).join("");
  return createHash("sha256").update(text).digest("hex");
}
