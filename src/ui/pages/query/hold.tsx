import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { AskState, HoldState, SampleState } from "../../../core/state/query_window.ts";
import { useNow } from "../../page.ts";
import { Button, Icon, useUnread } from "../../system/mod.ts";
import { count, elapsed } from "../../text/format.ts";
import { seen } from "../../text/visible.tsx";
import { isNumeric } from "./rows/formats.ts";
import { formatNumber } from "../../../core/text/locale.ts";

/**
 * A write that waits for Commit: its effect and the decision. Neither button is
 * marked, so that a habitual Enter does nothing.
 */
export function Hold(
  { hold, server, production, onDecide }: {
    hold: HoldState;
    server: string;
    production: boolean;
    onDecide: (how: "commit" | "rollback") => void;
  },
): JSX.Element {
  const section = useRef<HTMLElement>(null);
  useUnread(section, hold.result);
  const { verb, affected, changed, everyRow, sample, until, deciding } = hold;
  const did = affected === undefined
    ? "It has run"
    : verb === "insert"
    ? count(affected, "new row")
    : changed === undefined
    ? `${count(affected, "row")} matched`
    : `${count(affected, "row")} matched, ${formatNumber(changed)} changed`;
  return (
    <section
      ref={section}
      class={`hold${production ? " production" : ""}`}
      aria-label="A write waits for your decision"
    >
      <div class="row hold-head">
        <Icon name="lock" />
        <div class="grow" role="alert">
          <strong>{`${verb.toUpperCase()} on ${server}: ${did}.`}</strong>
          {everyRow && (
            <strong class="danger-text">
              {` ${verb.toUpperCase()} without WHERE: every row of the table.`}
            </strong>
          )}
          <div class="small">Nothing is committed yet. Others wait for these rows meanwhile.</div>
        </div>
        <Decide until={until} deciding={deciding} onDecide={onDecide} />
      </div>
      {sample && sample.pairs.length > 0 && <Sample sample={sample} affected={affected} />}
    </section>
  );
}

/** The time that is left for a decision, and its buttons. `until` is null while a statement runs. */
export function Decide(
  { until, deciding, onDecide }: {
    until: number | null;
    deciding: boolean;
    onDecide: (how: "commit" | "rollback") => void;
  },
): JSX.Element {
  const now = useNow(true, 250);
  const busy = deciding || until === null;
  return (
    <span class="row hold-decide">
      <span class="numbers hold-time" role="timer">
        {deciding
          ? "Deciding…"
          : until === null
          ? "Running…"
          : `Rolls back in ${elapsed(Math.max(0, until - now))}`}
      </span>
      <Button shortcut="Mod+Shift+R" disabled={busy} onClick={() => onDecide("rollback")}>
        Roll back
      </Button>
      <Button kind="danger" shortcut="Mod+Shift+S" disabled={busy} onClick={() => onDecide("commit")}>
        Commit
      </Button>
    </span>
  );
}

/** Some rows of a write, before and after it. */
export function Sample(
  { sample: { columns, kinds, of, pairs }, affected }: { sample: SampleState; affected: number | undefined },
): JSX.Element {
  const added = pairs.every(({ before }) => before === null);
  const known = pairs.some(({ after }) => after !== null);
  const caption = [
    affected !== undefined && affected > pairs.length
      ? `The first ${pairs.length} of ${formatNumber(affected)} rows.`
      : "",
    of > columns.length ? `The first ${columns.length} of ${of} columns.` : "",
    added ? "As they will be." : known ? "As they were, and what they become." : "As they were.",
  ];
  const order = changedFirst(columns.length, pairs);
  const number = (index: number) => isNumeric({ kind: kinds[index]! }) ? "number" : undefined;
  return (
    <div class="hold-sample scroll" tabIndex={0} role="region" aria-label="Some of the rows">
      <table>
        <caption class="small quiet">{caption.filter(Boolean).join(" ")}</caption>
        <thead>
          <tr>
            {order.map((index) => (
              <th key={index} scope="col" class={number(index)}>{seen(columns[index]!)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pairs.map(({ before, after }, row) => (
            <tr key={row} class={after === null && known ? "gone" : undefined}>
              {order.map((index) => {
                const old = before?.[index] ?? null, next = after?.[index] ?? null;
                return (
                  <td key={index} class={["mono", number(index)].filter(Boolean).join(" ")}>
                    {before === null
                      ? <Value cell={next} />
                      : after === null || old === next
                      ? <Value cell={old} />
                      : (
                        <>
                          <del>
                            <Value cell={old} />
                          </del>{" "}
                          <ins>
                            <Value cell={next} />
                          </ins>
                        </>
                      )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Returns the order of the columns: the first, which identifies rows, then those that change, then the others. */
function changedFirst(count: number, pairs: SampleState["pairs"]): number[] {
  const changes = (index: number) =>
    pairs.some(({ before, after }) => before && after && before[index] !== after[index]);
  const rank = (index: number) => index === 0 ? 0 : changes(index) ? 1 : 2;
  return Array.from({ length: count }, (_, index) => index).sort((a, b) => rank(a) - rank(b));
}

function Value({ cell }: { cell: string | null }): JSX.Element {
  return cell === null ? <i class="quiet">NULL</i> : <>{seen(cell, true)}</>;
}

/** Asks before a write that cannot be held back is run. */
export function AskFirst(
  { ask, onAnswer }: { ask: AskState; onAnswer: (how: "run" | "leave") => void },
): JSX.Element {
  const section = useRef<HTMLElement>(null);
  useUnread(section, ask.id);
  return (
    <section ref={section} class="hold ask" aria-label="This cannot be held back">
      <div class="row hold-head">
        <Icon name="caution" />
        <div class="grow" role="alert">
          <strong>{ask.why}</strong>
          <div class="small mono cut">{ask.title}</div>
        </div>
        <span class="row hold-decide">
          <Button shortcut="Mod+Shift+R" onClick={() => onAnswer("leave")}>Leave it</Button>
          <Button kind="danger" shortcut="Mod+Shift+S" onClick={() => onAnswer("run")}>Run it</Button>
        </span>
      </div>
    </section>
  );
}
