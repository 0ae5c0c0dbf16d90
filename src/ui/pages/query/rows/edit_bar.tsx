import type { JSX } from "preact";
import type { EditProblemState } from "../../../../core/state/query_window.ts";
import { Button, Icon, Tool } from "../../../system/mod.ts";
import { count } from "../../../text/format.ts";
import { changesInWords, problemWords } from "./cell_values.ts";
import type { Editing } from "./editing_interface.ts";
import type { GridColumn } from "./formats.ts";

/** The number of rows with unwritten changes, and their commands. */
export function EditBar(
  { editing, columns, onReview, onGo }: {
    editing: Editing;
    columns: readonly GridColumn[];
    onReview: () => void;
    /** Goes to the row of a problem. */
    onGo: (problem: EditProblemState) => void;
  },
): JSX.Element | null {
  const { state } = editing;
  if (!state) return null;
  const words = changesInWords(state);
  const { problems, message, status } = state;
  if (words === "" && message === undefined && !state.canUndo && !state.canRedo) return null;
  const taken = problems.some(({ now }) => now !== undefined);
  return (
    <section class="edit-bar" aria-label="Changes that are not written">
      <div class="row edit-line">
        <div class="row">
          {words !== "" && <Icon name={problems.length > 0 ? "error" : "caution"} />}
          <span role="status">
            {words === "" ? "Nothing is changed." : (
              <>
                <strong>{words}</strong>
                {status === "held"
                  ? ", waiting for Commit."
                  : status === "running"
                  ? ", being run…"
                  : `, not written${state.table === "" ? "" : ` to ${state.table}`}.`}
              </>
            )}
          </span>
        </div>
        {message !== undefined && <span class="words">{message}</span>}
        <span class="grow" />
        {status === "open" && (
          <>
            <Tool title="Ctrl+Z" disabled={!state.canUndo} onClick={() => editing.step("undo")}>
              Undo
            </Tool>
            <Tool
              title="Ctrl+Shift+Z"
              disabled={!state.canRedo}
              onClick={() => editing.step("redo")}
            >
              Redo
            </Tool>
            {words !== "" && (
              <>
                <Tool ends alone="Discard the changes" onClick={() => editing.step("discard")}>Discard</Tool>
                <Button compact title="F9" alone="Review the changes" onClick={onReview}>
                  Review <span class="quiet">F9</span>
                </Button>
              </>
            )}
          </>
        )}
      </div>
      {problems.length > 0 && (
        <ul class="edit-problems scroll" tabIndex={0} aria-label="What was not written, and why">
          {problems.map((problem, at) => (
            <li key={at}>
              <button
                type="button"
                class="link"
                data-alone={`Go to ${placeWords(problem, columns)}`}
                onClick={() => onGo(problem)}
              >
                {placeWords(problem, columns)}
              </button>
              <span class="words">{problemWords(problem, columns)}</span>
            </li>
          ))}
        </ul>
      )}
      {taken && status === "open" && (
        <div class="row edit-line">
          <span class="quiet grow">
            {`Your ${
              count(problems.length, "change")
            } stays here. Rows that others changed can be shown as they are now.`}
          </span>
          <Button compact onClick={() => editing.step("take")}>Show as they are now</Button>
        </div>
      )}
    </section>
  );
}

/** Returns the row of a problem, and its column if it has one. */
function placeWords({ rowNumber, column }: EditProblemState, columns: readonly GridColumn[]): string {
  const row = rowNumber < 0 ? "New row" : `Row ${rowNumber + 1}`;
  return column === undefined ? row : `${row}, ${columns[column]?.name ?? ""}`;
}
