import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { EditText } from "../../../../core/sql/query_window/types.ts";
import type { QueryModel } from "../../../../pages/query/page.ts";
import type { Client } from "../../../client/mod.ts";
import { useAnswer } from "../../../page.ts";
import { CopyButton, Sheet } from "../../../system/mod.ts";
import { count } from "../../../text/format.ts";
import { seen } from "../../../text/visible.tsx";
import type { Editing } from "./editing_interface.ts";
import { askOne } from "./fetch_cells.ts";
import type { GridColumn } from "./formats.ts";
import { formatNumber } from "../../../../core/text/locale.ts";

const VERBS = { update: "Changes", insert: "Adds", delete: "Removes" } as const;

/** Shows the exact statements of the changes, each with its row, before they run. */
export function Review(
  { client, tab, result, server, columns, editing, onLeave }: {
    client: Client<QueryModel>;
    tab: string;
    result: string;
    server: string;
    columns: readonly GridColumn[];
    editing: Editing;
    onLeave: () => void;
  },
): JSX.Element | null {
  const [refused, setRefused] = useState<string>();
  const [busy, setBusy] = useState(false);
  const answer = useAnswer(() => askOne<EditText>(client, "edits", { tab, result }), [
    editing.state?.version,
  ]);
  const text = typeof answer === "object" ? answer.row : null;
  const problem = refused ?? (typeof answer === "string" ? answer : undefined);
  const submit = async () => {
    if (!text) return;
    setBusy(true);
    const why = await editing.hold(text.id);
    setBusy(false);
    if (why === null) onLeave();
    else setRefused(why);
  };
  const all = () => [...text?.locks ?? [], ...text?.statements ?? []].map(({ sql }) => `${sql};\n`).join("");
  // Render only when there is something to run, because the Run button gets the focus.
  if (!text && problem === undefined) return null;
  const name = (column: number) => columns[column]?.name ?? "?";
  return (
    <Sheet
      title={`Statements for ${server}`}
      marked="Run, then wait for Commit"
      confirms
      disabled={!text || busy || !text.statements.length}
      problem={problem}
      onSubmit={() => void submit()}
      onLeave={onLeave}
    >
      {text && (
        <>
          <p class="quiet small">
            {`${
              count(text.statements.length, "statement")
            } in one transaction of ${server}. Nothing takes effect before you commit, and a row that somebody else has changed stops all of them.`}
          </p>
          <ol class="column review-statements" tabIndex={0} aria-label="Statements">
            {text.statements.map(({ sql, more, verb, rowNumber, cells }) => (
              <li key={rowNumber}>
                <div class="small">
                  <strong>{`${VERBS[verb]} ${rowNumber < 0 ? "a row" : `row ${rowNumber + 1}`}`}</strong>
                  {verb === "update" &&
                    cells.map(([column, before, after]) => (
                      <span class="review-cell" key={column}>
                        {`${name(column)}: `}
                        <del>{before === null ? "NULL" : seen(before)}</del>
                        {" → "}
                        <ins>{after === null ? "NULL" : seen(after)}</ins>
                      </span>
                    ))}
                  {verb === "delete" && (
                    <span class="review-cell cut">
                      {cells.map(([column, before]) => `${name(column)}: ${before ?? "NULL"}`).join(", ")}
                    </span>
                  )}
                </div>
                <pre class="mono words">{seen(sql, true)};</pre>
                {more > 0 && <div class="quiet small">{`${formatNumber(more)} more characters`}</div>}
              </li>
            ))}
          </ol>
          {text.locks.length > 0 && (
            <details class="review-locks">
              <summary>First the rows are locked, read and compared with what you saw</summary>
              {text.locks.map(({ sql }, at) => <pre class="mono words" key={at}>{seen(sql, true)};</pre>)}
            </details>
          )}
          <div>
            <CopyButton kind="bare" compact label="Copy the statements" text={all} />
          </div>
        </>
      )}
    </Sheet>
  );
}
