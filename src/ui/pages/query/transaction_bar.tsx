import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { HeldStatement, TabState, TransactionState } from "../../../core/state/query_window.ts";
import { formatNumber } from "../../../core/text/locale.ts";
import { Icon, Notice, useUnread } from "../../system/mod.ts";
import { count } from "../../text/format.ts";
import { Decide, Sample } from "./hold.tsx";

const EVERY_ROW = "One of them is without WHERE: every row of its table.";

/** The bar of an open transaction: the number of changed rows, each statement, and Commit or Roll back for all. */
export function TransactionBar(
  { transaction, server, production, onDecide }: {
    transaction: TransactionState;
    server: string;
    production: boolean;
    onDecide: (how: "commit" | "rollback") => void;
  },
): JSX.Element {
  const section = useRef<HTMLElement>(null);
  useUnread(section, transaction.id);
  const { writes, until, deciding, asked, problem, sample, savepoints } = transaction;
  return (
    <section
      ref={section}
      class={`hold transaction${production ? " production" : ""}`}
      aria-label="A transaction waits for your decision"
    >
      <div class="row hold-head">
        <Icon name="lock" />
        <div class="grow" role="alert">
          <strong>
            {`${transaction.edits === undefined ? "Transaction" : "Edited rows"} on ${server}: ${
              sumOf(writes)
            }.`}
          </strong>
          {writes.some(({ everyRow }) => everyRow) && <strong class="danger-text">{` ${EVERY_ROW}`}</strong>}
          <div class="small">
            {asked
              ? "The text says COMMIT: it is you who commits. What stands behind it waits."
              : "Nothing is committed yet. Others wait for these rows meanwhile."}
          </div>
        </div>
        <Decide until={until} deciding={deciding} onDecide={onDecide} />
      </div>
      {problem !== null && (
        <Notice
          tone="danger"
          message={`Not committed: ${problem}`}
          hint="The transaction is open as before: fix it, or roll back."
        />
      )}
      {writes.length > 0 && (
        <ol class="transaction-writes scroll" tabIndex={0} aria-label="Writes of the transaction">
          {writes.map((write) => (
            <li key={write.result}>
              <span class="mono cut grow">{write.title}</span>
              <span class={write.everyRow ? "danger-text numbers" : "quiet numbers"}>{didOf(write)}</span>
            </li>
          ))}
        </ol>
      )}
      {savepoints.length > 0 && (
        <div class="small quiet transaction-savepoints">Savepoints: {savepoints.join(", ")}</div>
      )}
      {sample && sample.pairs.length > 0 && <Sample sample={sample} affected={writes.at(-1)?.affected} />}
    </section>
  );
}

/** How the last transaction of a tab ended. */
export function TransactionEnd(
  { end: { ok, message, hint } }: { end: NonNullable<TabState["transactionEnd"]> },
): JSX.Element {
  return <Notice tone={ok ? "ok" : "info"} message={`The transaction is over. ${message}`} hint={hint} />;
}

/** Returns how many statements a transaction holds, and how many rows they have changed as far as the server tells. */
export function sumOf(writes: readonly HeldStatement[]): string {
  if (writes.length === 0) return "nothing was written yet";
  const rows = writes.reduce((sum, { affected = 0, changed }) => sum + (changed ?? affected), 0);
  // The server does not tell what a function has written.
  const untold = writes.some(({ affected }) => affected === undefined);
  const told = rows > 0 || !untold ? `, ${untold ? "at least " : ""}${count(rows, "row")}` : "";
  return count(writes.length, "statement") + told;
}

function didOf({ affected, changed }: HeldStatement): string {
  if (affected === undefined) return "has run";
  if (changed === undefined || changed === affected) return count(affected, "row");
  return `${count(affected, "row")} matched, ${formatNumber(changed)} changed`;
}
