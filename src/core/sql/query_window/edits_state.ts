import type { EditProblemState, EditsState } from "../../state/query_window.ts";
import type { RowChange } from "../edit/changes.ts";
import type { Editable } from "../edit/editable.ts";
import type { EditProblem } from "../edit/run.ts";
import { shownValue } from "../values.ts";

/** Returns the state of a result that says how it can be edited. */
export function aboutOf(
  { table, columns, rows }: Editable,
): Pick<EditsState, "table" | "why" | "fixed" | "nullable" | "choices" | "rows"> {
  return {
    table: table.name,
    why: null,
    fixed: Object.fromEntries(columns.flatMap(({ why }, at) => why === null ? [] : [[at, why]])),
    nullable: columns.flatMap(({ column }, at) => column?.nullable ? [at] : []),
    choices: Object.fromEntries(
      columns.flatMap(({ column, why }, at) => column?.choices && why === null ? [[at, column.choices]] : []),
    ),
    rows,
  };
}

/** Returns the state of a row that was not written, with the reason. */
export function problemState(
  { rowNumber, column, message, hint, now }: EditProblem,
  change: RowChange | undefined,
): EditProblemState {
  const set = [...change?.values.keys() ?? []];
  return {
    rowNumber,
    ...(column === undefined ? {} : { column }),
    message,
    hint,
    ...(now === undefined ? {} : {
      now: now &&
        set.flatMap((at) => now.texts.has(at) ? [[at, shownValue(now.texts.get(at) ?? null)] as const] : []),
    }),
  };
}

/** Returns the state of a result whose rows cannot be edited. */
export function notEditable(why: string): EditsState {
  return {
    ...{ table: "", why, fixed: {}, nullable: [], choices: {}, rows: why },
    ...{ changed: 0, added: 0, removed: 0, canUndo: false, canRedo: false },
    ...{ status: "open", problems: [], version: 0 },
  };
}
