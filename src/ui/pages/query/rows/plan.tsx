import type { JSX } from "preact";
import type { ResultRow } from "../../../../core/sql/spill/rows.ts";
import type { Client } from "../../../client/mod.ts";
import { useAnswer } from "../../../page.ts";
import { CopyButton, EmptyState, Pill } from "../../../system/mod.ts";
import { count } from "../../../text/format.ts";
import { askCell, askRows } from "./fetch_cells.ts";
import type { Shown } from "./pages_cache.ts";
import { isMisjudged, type PlanNode, planOf } from "./plan_tree.ts";
import { formatNumber } from "../../../../core/text/locale.ts";

/** Share of the whole plan from which a step is marked as costly. */
const COSTLY = 0.25;
/** Maximum lines read of a plan that is written as text. */
const LINES = 5000;

/** The plan of a statement as a tree with each step's own cost. Costly steps are marked. */
export function Plan(
  { client, shown, rows }: { client: Pick<Client, "query">; shown: Shown; rows: number },
): JSX.Element {
  const text = useAnswer(() => textOf(client, shown, rows), [shown.result, rows]);
  if (text === undefined) return <div class="plan" />;
  const plan = planOf(text);
  return (
    <div class="plan scroll" role="region" aria-label="Plan" tabIndex={0}>
      <div class="plan-head">
        <span class="quiet small">
          {plan?.measured
            ? "Times were measured: the statement ran, reading."
            : "As the server expects it: the statement did not run."}
        </span>
        <span class="grow" />
        <CopyButton kind="bare" compact label="Copy the plan" text={() => text} />
      </div>
      {plan
        ? (
          <ul role="list" class="plan-tree">
            <Step node={plan.root} measured={plan.measured} />
          </ul>
        )
        : (
          <EmptyState
            small
            title="This plan is not understood"
            text="Copy it to read it as the server wrote it."
          />
        )}
    </div>
  );
}

async function textOf(client: Pick<Client, "query">, shown: Shown, rows: number): Promise<string> {
  const read = await askRows<ResultRow>(client, "rows", shown, 0, Math.min(rows, LINES)) ?? [];
  if (read.length === 1) return await askCell(client, shown, 0, 0) ?? "";
  return read.map(({ cells }) => cells[0] ?? "").join("\n");
}

function Step({ node, measured }: { node: PlanNode; measured: boolean }): JSX.Element {
  const { title, details, share, rows, actual, total, children } = node;
  const costly = share !== null && share >= COSTLY;
  return (
    <li>
      <div class={`row plan-step${costly ? " costly" : ""}`}>
        <span class="plan-bar" aria-hidden="true">
          <i style={{ width: `${Math.round((share ?? 0) * 100)}%` }} />
        </span>
        <strong>{title}</strong>
        {costly && <Pill tone="caution">{Math.round(share * 100)} % of all</Pill>}
        {rows !== null && isMisjudged(node) && <Pill tone="caution">{`expected ${count(rows, "row")}`}</Pill>}
        <span class="grow" />
        <span class="quiet small numbers">
          {actual !== null ? count(actual, "row") : rows !== null ? `~${count(rows, "row")}` : ""}
          {total !== null &&
            ` · ${measured ? `${formatNumber(total, 1)} ms` : `cost ${formatNumber(Math.round(total))}`}`}
        </span>
      </div>
      {details.map((detail) => <div class="plan-detail mono quiet" key={detail}>{detail}</div>)}
      {children.length > 0 && (
        <ul role="list">
          {children.map((child, index) => <Step node={child} measured={measured} key={index} />)}
        </ul>
      )}
    </li>
  );
}
