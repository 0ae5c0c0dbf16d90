import { type ComponentChildren, Fragment, type JSX } from "preact";
import { CopyButton } from "../../system/mod.ts";
import { ChooseRole } from "./choose_role.tsx";
import { ResourceBar } from "./resource_bar.tsx";
import { ResourceList } from "./resource_list.tsx";
import type { ResourcesModel, ResourcesPage } from "./use_resources.ts";

/**
 * A window of one kind of an account's resources, with list and details. The choice of
 * a role replaces them when one is needed.
 */
export function ResourceWindow<Row, Model extends ResourcesModel>(
  { page, row, onEnter, pane }: {
    page: ResourcesPage<Row, Model>;
    row: (row: Row) => ComponentChildren;
    /** Called once the row is loaded on which the user pressed Enter, with the moment of the key (`performance.now()`). */
    onEnter: (row: Row, pressedAt: number) => void;
    /** Renders the details of the selected row. */
    pane: (row: Row) => JSX.Element;
  },
): JSX.Element {
  const { kind, account, client, listContext, sender, picking, region = account.region } = page;
  const chosen = picking.row;
  return (
    <div class="window">
      <ResourceBar page={page} />
      {page.standing === "choose"
        ? (
          <ChooseRole
            account={account}
            what={kind.what}
            client={client}
            onPick={(role) => page.showIn({ ...listContext, role })}
          />
        )
        : (
          <div class="resources">
            <ResourceList
              page={page}
              row={row}
              onEnter={onEnter}
              onSignIn={() => void sender.send({ name: "signIn" })}
            />
            <div class="resource-main" onFocusIn={picking.hold}>
              {chosen !== undefined && (
                // Another resource, or one with the same name elsewhere, starts with fresh state.
                <Fragment key={JSON.stringify([account.accountId, listContext, region, kind.key(chosen)])}>
                  {pane(chosen)}
                </Fragment>
              )}
            </div>
          </div>
        )}
    </div>
  );
}

/** The heading with the selected resource's name. */
export function ResourceHead(
  { what, name, shown = name, children }: {
    /** The accessible name of the section. */
    what: string;
    name: string;
    /** The visible form of the name; `name` if omitted. */
    shown?: ComponentChildren;
    children?: ComponentChildren;
  },
): JSX.Element {
  return (
    <section class="resource-head" aria-label={what}>
      <div class="row">
        <h2 class="cut" title={name}>{shown}</h2>
        <CopyButton kind="bare" compact label="Copy name" text={() => name} />
      </div>
      {children}
    </section>
  );
}
