import type { ComponentChildren, JSX } from "preact";
import { Announced, EmptyState, plain, SearchField, Skeleton } from "../../system/mod.ts";
import { ListFailure } from "../list_failure.tsx";
import { pickedId, PickingList } from "../picking.tsx";
import { ListWarnings, NoList } from "./trouble.tsx";
import type { ResourcesModel, ResourcesPage } from "./use_resources.ts";
import { formatNumber } from "../../../core/text/locale.ts";

/** A searchable list of an account's resources. Every failure is shown with its next step. */
export function ResourceList<Row, Model extends ResourcesModel>(
  { page, row, onEnter, onSignIn }: {
    page: ResourcesPage<Row, Model>;
    row: (row: Row) => ComponentChildren;
    onEnter: (row: Row, pressedAt: number) => void;
    onSignIn: () => void;
  },
): JSX.Element {
  const { kind: { what, one, icon, empty }, picking, typed, status } = page;
  const { count, found } = picking;
  const faults = status?.faults ?? [];
  const busy = found.unfinished || status === undefined || status.loading;
  const steps = { what, onSignIn, onRetry: page.refresh };
  const enter = async () => {
    const before = page.moves.current, pressedAt = performance.now();
    const chosen = await picking.taken();
    // The user may have moved to another row while this one was loading.
    if (chosen !== undefined && page.moves.current === before) onEnter(chosen, pressedAt);
  };
  return (
    <nav class="resource-side" aria-label={what}>
      <div class="resource-search">
        <SearchField
          label={`Find a ${one}`}
          placeholder="Find by name"
          value={typed}
          inputRef={page.search}
          autoFocus
          controls={count > 0 ? "resources" : undefined}
          active={pickedId("resources", picking)}
          onInput={page.type}
          onKeyDown={(event) => {
            if (event.key === "Enter" && plain(event)) void enter();
            else if (!picking.step(event)) return;
            event.preventDefault();
          }}
        />
      </div>
      {(found.failure || (count > 0 && faults.length > 0)) && (
        <div class="resource-faults">
          <ListFailure found={found} small />
          <ListWarnings faults={faults} {...steps} />
        </div>
      )}
      {count > 0
        ? (
          <PickingList
            id="resources"
            label={what}
            picking={picking}
            row={row}
            onPick={(index) => {
              picking.pick(index);
              page.search.current?.focus();
            }}
          />
        )
        : found.failure
        ? null
        : busy
        ? <Skeleton rows={12} />
        : faults[0]
        ? <NoList fault={faults[0]} {...steps} />
        : typed.trim() !== ""
        ? <EmptyState small title={`Nothing fits “${typed}”`} text="Names and descriptions are searched." />
        : <EmptyState icon={icon} title={`No ${what} here`} text={empty} />}
      <Announced text={busy || found.failure ? "" : `${formatNumber(count)} found`} />
    </nav>
  );
}
