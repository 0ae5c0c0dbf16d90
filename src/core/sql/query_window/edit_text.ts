import { createHash } from "node:crypto";
import type { CellValue, RowChange } from "../edit/changes.ts";
import type { EditPlan, EditStatement } from "../edit/statements.ts";

/** Characters of statements that are shown together, and of a value beside them. */
const SHOWN = 400_000, VALUE = 200;

/** A statement as it will run. */
interface ShownSql {
  readonly sql: string;
  /** Characters that are more than is shown. */
  readonly more: number;
}

/** The statements of changes, in the order in which they run. */
export interface EditText {
  /** The caller that runs them names this id, so that only seen statements run. */
  readonly id: string;
  /** What locks the rows and reads them, to be compared with what was shown. */
  readonly locks: readonly ShownSql[];
  readonly statements: readonly (ShownSql & Pick<EditStatement, "rowNumber" | "verb"> & {
    /** The cells that it is about, by the column's index: as they were read, and as they are to be. */
    readonly cells: readonly (readonly [column: number, before: CellValue, after: CellValue])[];
  })[];
}

/** The statements as they are shown. */
export function editText(plan: EditPlan, changes: readonly RowChange[]): EditText {
  let room = SHOWN;
  const shown = (sql: string): ShownSql => {
    const part = sql.slice(0, room);
    room -= part.length;
    return { sql: part, more: sql.length - part.length };
  };
  const cut = (text: CellValue) => text !== null && text.length > VALUE ? `${text.slice(0, VALUE)}…` : text;
  // What changes is seen first of all: it has the room before what only reads.
  const statements = plan.statements.map(({ sql, rowNumber, verb }, at) => {
    const { before, values, kind } = changes[at]!;
    const columns = kind === "remove" ? [...before.keys()] : [...values.keys()];
    return {
      ...shown(sql),
      ...{ rowNumber, verb },
      cells: columns.sort((a, b) => a - b).map((column) =>
        [column, cut(before.get(column) ?? null), cut(values.get(column) ?? null)] as const
      ),
    };
  });
  return { id: idOf(plan), statements, locks: plan.locks.map(shown) };
}

/** Names the statements of a plan: others have another name. */
export function idOf({ locks, statements }: EditPlan): string {
  const text = [...locks, ...statements.map(({ sql }) => sql)].map((sql) => `${sql};\n`).join("");
  return createHash("sha256").update(text).digest("hex");
}
