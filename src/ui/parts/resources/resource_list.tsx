import type { ComponentChildren, JSX } from "preact";
import { Announced, EmptyState, optionId, SearchField, Skeleton, VirtualOptions } from "../../system/mod.ts";
import { NoList, Troubles } from "./trouble.tsx";
import type { ListOnPage, ResourceKind } from "./use_list.ts";

/** So far the keys for a page lead. */
const PAGE = 10;

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE };

/** A list of what an account has: found by typing, with a state for everything that can be wrong. */
export function ResourceList<Row>(
  { kind: { what, one, icon, empty }, list, row, onEnter, onSignIn }: {
    kind: ResourceKind;
    list: ListOnPage<Row>;
    row: (row: Row) => ComponentChildren;
    onEnter: () => void;
    onSignIn: () => void;
  },
): JSX.Element {
  const { typed, at, found, status } = list;
  const { rows, from, total } = found;
  const count = total ?? rows.length;
  const faults = status?.faults ?? [];
  const busy = found.state === "loading" || status === undefined || status.loading;
  const steps = { what, onSignIn, onRetry: list.refresh };
  return (
    <nav class="resource-side" aria-label={what}>
      <div class="resource-search">
        <SearchField
          label={`Find a ${one}`}
          placeholder="Find by name"
          value={typed}
          inputRef={list.search}
          autoFocus
          controls={count > 0 ? "resources" : undefined}
          active={rows[at - from] ? optionId("resources", at) : undefined}
          onInput={list.type}
          onKeyDown={(event) => {
            const steps = STEPS[event.key];
            if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
            if (event.key === "Enter") onEnter();
            else if (steps !== undefined) {
              list.setAt(Math.min(Math.max(at + steps, 0), Math.max(count - 1, 0)));
            } else return;
            event.preventDefault();
          }}
        />
      </div>
      {count > 0 && faults.length > 0 && (
        <div class="resource-faults">
          <Troubles faults={faults} {...steps} />
        </div>
      )}
      {count > 0
        ? (
          <VirtualOptions
            id="resources"
            label={what}
            count={count}
            active={at}
            row={(place) => {
              const item = rows[place - from];
              return item === undefined ? null : { content: row(item) };
            }}
            onPick={list.setAt}
            onView={list.setView}
          />
        )
        : busy
        ? <Skeleton rows={12} />
        : faults[0]
        ? <NoList fault={faults[0]} {...steps} />
        : typed.trim() !== ""
        ? <EmptyState small title={`Nothing fits “${typed}”`} text="Names and descriptions are searched." />
        : <EmptyState icon={icon} title={`No ${what} here`} text={empty} />}
      <Announced text={busy ? "" : `${count} found`} />
    </nav>
  );
}
